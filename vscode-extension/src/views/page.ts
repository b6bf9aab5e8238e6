// The HTML of a view's page: nothing in it but one script and one style sheet, both of the extension.
import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../html';

export interface PageParts {
  readonly title: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  /** Where the editor says that a page's own files come from. */
  readonly cspSource: string;
  /** Unguessable, and new for every page. */
  readonly nonce: string;
}

export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

export function pageHtml({ title, scriptUri, styleUri, cspSource, nonce }: PageParts): string {
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src ${cspSource}`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeHtml(styleUri)}">
<title>${escapeHtml(title)}</title>
</head>
<body>
<main aria-label="${escapeHtml(title)}"></main>
<script nonce="${escapeHtml(nonce)}" src="${escapeHtml(scriptUri)}"></script>
</body>
</html>
`;
}
