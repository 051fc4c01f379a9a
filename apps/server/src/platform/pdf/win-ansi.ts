/** What Windows-1252 holds beyond Latin-1: the standard fonts of PDF have these and Latin-1, and so all of Portuguese. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** A text as the standard fonts can show it: composed letters, and `?` for a character they have not. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' '), (character) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === '\n') return character;
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return character;
    return beyondLatin1.has(character) ? character : code < 0x20 ? '' : '?';
  }).join('');
}
