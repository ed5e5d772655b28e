// The command behind a code lens that speaks of places in the text.
import * as vscode from "vscode";
import type { Location, Position, Range } from "vscode-languageclient";

/** Shows the places in a small window above the line. The arguments come from the server as JSON. */
export async function showPlaces(uri: string, at: Position, places: Location[]): Promise<void> {
  const locations = places.map((place) => new vscode.Location(vscode.Uri.parse(place.uri), rangeOf(place.range)));
  const { line, character } = at;
  const position = new vscode.Position(line, character);
  await vscode.commands.executeCommand(
    "editor.action.peekLocations",
    vscode.Uri.parse(uri),
    position,
    locations,
    "peek",
  );
}

function rangeOf({ start, end }: Range): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
