"""Courses of games as a picture (SVG), drawn with matplotlib: the one module that imports it.

The picture has its own background. Players differ by line style as well as by colour (see ``mtgr.cli.svg``). Nothing is
laid out by the width of a text, since the reader's program has other fonts than matplotlib.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from typing import Any, NamedTuple

import matplotlib
from matplotlib.axes import Axes
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from mtgr.cli.svg import BACKGROUND, BAND, FAINT, INK, PLAYERS, finished, fit
from mtgr.features.course import MOST, Course, Moment, Totals
from mtgr.features.parts import count

STYLES = ("-", (0, (4, 1.5)))
SETTINGS: dict[Any, Any] = {
    "svg.fonttype": "none",  # text stays text
    "svg.hashsalt": "mtgr",  # the same picture for the same file
    "text.parse_math": False,
    "font.size": 9,
    "text.color": INK, "axes.labelcolor": INK, "xtick.color": INK, "ytick.color": INK,
    "axes.edgecolor": FAINT, "axes.facecolor": BACKGROUND, "figure.facecolor": BACKGROUND,
    "axes.spines.top": False, "axes.spines.right": False,
    "hatch.color": FAINT, "hatch.linewidth": 0.6,
    "path.simplify": False,
}  # fmt: skip

MOST_MOMENTS = 20
"""Annotated lines of a game that are marked."""
MOST_TURN_LABELS = 30
PREGAME = "pre"

# Inches
_WIDTH, _LEFT, _RIGHT, _MARGIN = 9.0, 0.6, 1.6, 0.22
_LIFE, _SMALL, _BETWEEN = 2.1, 0.85, 0.14
_TITLE, _NUMBERS, _FOOT, _ROW, _END = 0.5, 0.36, 0.58, 0.19, 0.25
_COLUMNS = (0.0, 0.27, 1.55, 2.1)
"""Where the columns of the list of moments start: number, time, glyphs, text."""
_TEXT, _LONGEST = 8.5, 115
"""The size of small text, and how many columns of it a picture has."""
_POINTS = 72
"""Points in an inch."""


class Panel(NamedTuple):
    """What one of the panels of a game shows."""

    field: str
    height: float


def svg(courses: Sequence[Course], note: str = "") -> str:
    """The picture of some games, one below the other. ``note`` is a last line of small text."""
    drawings = [_Drawing(course) for course in courses]
    total = sum(drawing.height for drawing in drawings) + (_ROW if note else 0)
    file = io.StringIO()
    with matplotlib.rc_context(), warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # matplotlib's font lacks characters: the reader's has them
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        figure = Figure(figsize=(_WIDTH, total))
        FigureCanvasSVG(figure)
        top = total
        for drawing in drawings:
            drawing.draw(figure, top)
            top -= drawing.height
        if note:
            figure.text(_MARGIN / _WIDTH, 0.12 / total, fit(note, _LONGEST), fontsize=_TEXT)
        figure.savefig(file, format="svg", metadata=dict.fromkeys(("Creator", "Date", "Format", "Type")))
    title = "; ".join(course.title for course in courses)
    return finished(file.getvalue(), title, " ".join(map(_sentence, courses)))


def _sentence(course: Course) -> str:
    """A game in words."""
    parts = [count(sum(stretch.turn is not None for stretch in course.stretches), "turn")]
    for player, name in enumerate(course.players):
        known = [point.totals[player].life for point in course.points if point.totals[player].life is not None]
        if known:
            parts.append(f"{name} goes from {known[0]} to {known[-1]} life")
    return f"{course.title}: {', '.join(parts)}; {count(len(course.moments), 'annotated line')}."


class _Drawing:
    """The drawing of one game; ``height`` is in inches."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.marked = _marked(course.moments)
        self.more = len(course.moments) - len(self.marked)
        self.panels = [Panel("life", _LIFE), Panel("hand", _SMALL), Panel("board", _SMALL)]
        if any(totals.poison for point in course.points for totals in point.totals):
            self.panels.insert(1, Panel("poison", _SMALL))
        inside = sum(panel.height for panel in self.panels) + _BETWEEN * (len(self.panels) - 1)
        self.head = _TITLE + (_NUMBERS if self.marked else 0)
        self.height = self.head + inside + _FOOT + _ROW * (len(self.marked) + (self.more > 0)) + _END

    def draw(self, figure: Figure, top: float) -> None:
        """Draws the game from ``top`` (inches from the bottom of the figure) on down."""
        self.figure = figure
        self.total = figure.get_figheight()
        self._text(0, top - 0.32, fit(self.course.title, 80), size=12, weight="bold")
        top -= self.head
        axes = []
        for panel in self.panels:
            top -= panel.height
            axes.append(self._panel(panel, top))
            top -= _BETWEEN
        self._turns(axes[-1])
        self._moments(axes)
        self._list(top + _BETWEEN - _FOOT - 0.06)

    def _text(self, x: float, y: float, text: str, *, size: float = _TEXT, weight: str = "normal") -> None:
        """Text at a place in inches, ``x`` from the margin on."""
        place = ((_MARGIN + x) / _WIDTH, y / self.total)
        self.figure.text(*place, text, fontsize=size, fontweight=weight)

    # --- Panels -------------------------------------------------------------------------------------------------------

    def _panel(self, panel: Panel, bottom: float) -> Axes:
        """One panel with the lines of both players."""
        width = (_WIDTH - _LEFT - _RIGHT) / _WIDTH
        axes = self.figure.add_axes((_LEFT / _WIDTH, bottom / self.total, width, panel.height / self.total))
        points = self.course.points
        end = len(self.course.stretches)
        ends: list[tuple[int, float]] = []
        values = [0.0, 20.0 if panel.field == "life" else 4.0]
        for player in range(len(self.course.players)):
            line = [_value(point.totals[player], panel.field) for point in points]
            known = [value for value in line if value == value]  # not NaN
            if known:
                colour, style = PLAYERS[player], STYLES[player]
                moments = [*(point.at for point in points), end]
                axes.step(moments, [*line, line[-1]], where="post", color=colour, linestyle=style, linewidth=1.8)
                values += known
                ends.append((player, known[-1]))
        low, high = min(values), max(values)
        axes.set_ylim(low - (high - low) * 0.03, high + (high - low) * 0.06)
        axes.set_xlim(0, end)
        axes.set_ylabel(panel.field)
        axes.yaxis.set_label_coords(-0.045, 0.5)
        axes.yaxis.set_major_locator(MaxNLocator(nbins=5 if panel.height == _LIFE else 3, integer=True))
        axes.tick_params(axis="x", length=0, labelbottom=False)
        axes.grid(axis="y", color=BAND, linewidth=0.8)
        axes.set_axisbelow(True)
        if low < 0:
            axes.axhline(0, color=FAINT, linewidth=0.8)
        self._bands(axes)
        self._ends(axes, panel, ends)
        return axes

    def _bands(self, axes: Axes) -> None:
        """Shades the turns of the first player, and hatches where the record is incomplete."""
        for index, stretch in enumerate(self.course.stretches):
            if stretch.active is not None and stretch.active == self.course.players[0]:
                axes.axvspan(index, index + 1, facecolor=BAND, linewidth=0, zorder=0)
        for start, end in self.course.gaps:
            axes.axvspan(start, end, facecolor="none", edgecolor=FAINT, hatch="////", linewidth=0, zorder=0.5)

    def _ends(self, axes: Axes, panel: Panel, ends: list[tuple[int, float]]) -> None:
        """Writes what each player has in the end beside the lines, and with the life totals the names."""
        low, high = axes.get_ylim()
        height = panel.height * _POINTS
        places = apart([(value - low) / (high - low) * height for _, value in ends], 12, 0, height)
        for (player, value), y in zip(ends, places, strict=True):
            amount = ("≥ " if value >= MOST else "") + f"{value:,.0f}"
            name = f" {fit(self.course.players[player], 18)}" if panel.field == "life" else ""
            axes.annotate(
                amount + name, (1, y / height), (6, -3), xycoords="axes fraction",
                textcoords="offset points", color=PLAYERS[player], fontweight="bold",
            )  # fmt: skip

    def _turns(self, axes: Axes) -> None:
        """Labels the turns below the last panel."""
        stretches = self.course.stretches
        shown = range(0, len(stretches), len(stretches) // MOST_TURN_LABELS + 1)
        labels = [fit(stretches[index].turn or PREGAME, 6) for index in shown]
        axes.set_xticks([index + 0.5 for index in shown], labels)
        axes.tick_params(axis="x", labelbottom=True)
        meaning = "turn"
        if self.course.players:
            meaning += f"; shaded: {fit(self.course.players[0], 30)} is the active player"
        if self.course.gaps:
            meaning += "; hatched: the record is incomplete"
        axes.set_xlabel(meaning)

    # --- Annotated moments --------------------------------------------------------------------------------------------

    def _moments(self, panels: Sequence[Axes]) -> None:
        """Marks them with a number and a glyph above the panels, and a line down through all of these."""
        top = panels[0]
        across = top.get_xaxis_transform()  # x as in the panel, y from 0 to 1 in its height
        end = len(self.course.stretches)
        places = apart([moment.at for moment in self.marked], end * 0.03, 0, end)
        for number, (moment, place) in enumerate(zip(self.marked, places, strict=True), 1):
            for axes in panels:
                axes.axvline(moment.at, color=INK, linewidth=0.7, linestyle=(0, (1, 2)))
            top.plot(
                [place, moment.at], [1.05, 1], color=INK, linewidth=0.7, transform=across, clip_on=False,
                scalex=False, scaley=False,
            )  # fmt: skip
            glyph = next((each for each in moment.glyphs if not each.startswith("$")), "")
            top.annotate(
                f"{glyph}\n{number}", (place, 1.05), (0, 2), xycoords=across, textcoords="offset points", ha="center",
                va="bottom", fontsize=8, fontweight="bold",
            )  # fmt: skip

    def _list(self, y: float) -> None:
        """Lists them below the panels, the first at a height in inches."""
        for number, moment in enumerate(self.marked, 1):
            when = f"turn {fit(moment.turn, 6)}" if moment.turn is not None else "pregame"
            cells = (
                str(number),
                f"{when}, {fit(moment.time, 9)}",
                fit(" ".join(moment.glyphs), 8),
                fit(moment.comment or moment.statement, 88),
            )
            for x, cell in zip(_COLUMNS, cells, strict=True):
                if cell:
                    self._text(x, y, cell)
            y -= _ROW
        if self.more:
            self._text(_COLUMNS[1], y, f"and {count(self.more, 'more annotated line')}")


def _marked(moments: Sequence[Moment]) -> list[Moment]:
    """The moments that are marked; where they are too many, those with a glyph first."""
    chosen = sorted(moments, key=lambda moment: not moment.glyphs)[:MOST_MOMENTS]
    return sorted(chosen, key=lambda moment: moment.line)


def _value(totals: Totals, field: str) -> float:
    value = getattr(totals, field)
    return float("nan") if value is None else float(value)


def apart(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels, near those wanted and in their order, at least ``gap`` apart, and from ``low`` to ``high`` if
    there is room."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    places: list[float] = []
    for index in order:
        places.append(max(wanted[index], places[-1] + gap if places else low))
    limit = high
    for number in reversed(range(len(places))):
        places[number] = min(places[number], limit)
        limit = places[number] - gap
    return [place for _, place in sorted(zip(order, places, strict=True))]
