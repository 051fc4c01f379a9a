/**
 * What another system says, as it may be stored and shown: in one line, at most so many UTF-16 units, without the marks
 * that PostgreSQL refuses or that turn a line around, and with `…` for every secret, however its characters are written
 * (as themselves, behind a backslash, as `\u0041`, percent-encoded once or more, as an entity of HTML). Takes a text that
 * was parsed out of its envelope; '' where nothing is left to read.
 */
export function externalText(text: string, atMost: number, secrets: readonly string[]): string {
  const redacted = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
    // a longer one may contain a shorter one
    .toSorted((a, b) => b.length - a.length)
    .reduce((masked, secret) => masked.replaceAll(anyFormOf(secret), '…'), text);
  return (
    redacted
      .replaceAll(unseen, ' ')
      .trim()
      .slice(0, atMost)
      // the cut may leave half a character
      .replaceAll(/\p{Surrogate}/gu, '')
      .trimEnd()
  );
}

/** Blanks, control marks and the marks that change the direction of writing. */
const unseen = /[\s\p{Control}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu;

function anyFormOf(secret: string): RegExp {
  return new RegExp([...secret].map(anyFormOfCharacter).join(''), 'giu');
}

function anyFormOfCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const percent = [...Buffer.from(character)].map((byte) => `%(?:25){0,3}${hexOf(byte, 2)}`).join('');
  const escaped = Array.from({ length: character.length }, (_, at) => hexOf(character.charCodeAt(at), 4))
    .map((unit) => `\\\\{1,4}u${unit}`)
    .join('');
  const forms = [`\\\\{0,4}\\u{${hex}}`, percent, escaped, `&#x0{0,6}${hex};`, `&#0{0,6}${code};`];
  return `(?:${[...forms, ...(character === ' ' ? ['\\+'] : [])].join('|')})`;
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
