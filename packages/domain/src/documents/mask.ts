/**
 * Lays characters into a mask where `#` stands for one of them: `maskText('60311280', '#####-###')` → `60311-280`.
 * Stops where the characters end, so a half-typed document is masked as far as it goes; what is left over is dropped.
 */
export function maskText(characters: string, mask: string): string {
  let written = '';
  let next = 0;
  for (const sign of mask) {
    if (next >= characters.length) break;
    written += sign === '#' ? characters.charAt(next++) : sign;
  }
  return written;
}

/** The digits of a text and nothing else. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}
