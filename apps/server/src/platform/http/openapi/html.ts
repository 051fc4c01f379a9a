/** Markup that is ready to be sent; text becomes it by `html`, which escapes what it is given. */
export interface Html {
  readonly markup: string;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

type Part = Html | string | number | undefined | readonly (Html | string)[];

/** A template whose values are escaped, unless they are markup; lists are joined, and undefined is nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: texts.map((text, index) => text + markupOf(parts[index])).join('') };
}

function markupOf(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object' && 'markup' in part) return part.markup;
  if (typeof part === 'object') return part.map(markupOf).join('');
  return String(part).replaceAll(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}
