/** The same lines as plain text and as the plain HTML that every mail program shows. */

export interface Line {
  readonly label?: string;
  readonly text: string;
}

export interface MessageContent {
  readonly heading: string;
  readonly lines: readonly Line[];
  readonly link?: { readonly label: string; readonly url: string } | undefined;
  readonly footer?: string;
}

export function textOf({ heading, lines, link, footer }: MessageContent): string {
  const parts = [
    heading,
    lines.map(({ label, text }) => (label ? `${label}: ${text}` : text)).join('\n'),
    link ? `${link.label}: ${link.url}` : undefined,
    footer,
  ];
  return parts.filter((part) => part !== undefined).join('\n\n');
}

/** Everything that comes from outside is escaped: a device may be called `<script>`. */
export function htmlOf({ heading, lines, link, footer }: MessageContent, language: string): string {
  const rows = lines.map(({ label, text }) =>
    label
      ? `<tr><th align="left" style="padding:2px 12px 2px 0;font-weight:600">${escapeHtml(label)}</th><td>${escapeHtml(text)}</td></tr>`
      : `<tr><td colspan="2">${escapeHtml(text)}</td></tr>`,
  );
  return [
    `<!doctype html><html lang="${escapeHtml(language)}"><head><meta charset="utf-8"></head>`,
    '<body style="font-family:sans-serif;font-size:14px;color:#1a1a1a">',
    `<h2 style="font-size:18px">${escapeHtml(heading)}</h2>`,
    `<table cellspacing="0" cellpadding="0">${rows.join('')}</table>`,
    link ? `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>` : '',
    footer ? `<p style="color:#666666;font-size:12px">${escapeHtml(footer)}</p>` : '',
    '</body></html>',
  ].join('');
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
