/** What a cell holds at most is 32,767. */
const mostCharacters = 32_000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what XML does not hold
const special = /[&<>\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|_(?=x[\da-f]{4}_)/gi;

/** What XML holds of a text; `_x0041_` would be read as an escape, so its first sign is escaped. */
export function xmlText(text: string): string {
  return text.slice(0, mostCharacters).toWellFormed().replaceAll(special, escaped);
}

function escaped(sign: string): string {
  switch (sign) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '_':
      return '_x005F_';
    default:
      return '';
  }
}
