// The page that the board is shown in.

/** `source` is where scripts and styles come from; `nonce` is new each time. Nothing else may be fetched or run. */
export function pageOf(script: string, style: string, source: string, nonce: string): string {
  const policy = `default-src 'none'; style-src ${source}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${style}">
<title>Board</title>
</head>
<body>
<script nonce="${nonce}" src="${script}"></script>
</body>
</html>
`;
}
