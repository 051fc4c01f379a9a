/** A tracker's password in a message, however it is written there. */

/** The replacement, once or for each of its characters. */
export const passwordMask = '*';

/**
 * Finds a password in what a tracker sent or was sent: as it is, each of its bytes as it is or percent-encoded, or all of
 * them in hexadecimal. A `text` may hold bytes as Latin-1 characters.
 */
function passwordPattern(password: string): RegExp {
  const forms = [
    ...new Set([Buffer.from(password), Buffer.from(password, 'latin1')].map(anyForm)),
    escaped(password),
  ];
  return new RegExp(forms.join('|'), 'g');
}

function anyForm(bytes: Buffer): string {
  const one = (byte: number) => {
    const hex = byte.toString(16).padStart(2, '0');
    const space = byte === 0x20 ? '|\\+' : '';
    return `(?:\\x${hex}|%${eitherCase(hex)}${space})`;
  };
  return `${[...bytes].map(one).join('')}|${eitherCase(bytes.toString('hex'))}`;
}

const eitherCase = (hex: string) => hex.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A text with the password masked by as many characters, so that a frame keeps its length. */
export function withPasswordMasked(text: string, password: string): string {
  return text.replaceAll(passwordPattern(password), (found) => passwordMask.repeat(found.length));
}
