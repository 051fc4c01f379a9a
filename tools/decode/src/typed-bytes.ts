/** A line of input as bytes: hexadecimal digits, blanks between them, or text after `text:`. */

export type TypedBytes = { readonly bytes: Uint8Array } | { readonly fault: string };

const textMark = 'text:';

/** `\r`, `\n`, `\\` and `\xNN` in a text stand for their byte; any other backslash stands for itself. */
const escapes = /\\(?:([rn\\])|x([0-9a-f]{2}))/gi;

const named: Readonly<Record<string, number>> = { r: 0x0d, n: 0x0a, '\\': 0x5c };

export function typedBytes(line: string): TypedBytes {
  const typed = line.trimStart();
  return typed.startsWith(textMark) ? { bytes: textBytes(typed.slice(textMark.length)) } : hexBytes(typed);
}

function textBytes(text: string): Uint8Array {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const found of text.matchAll(escapes)) {
    const [whole, name = '', hex = ''] = found;
    const byte = hex === '' ? named[name.toLowerCase()] : Number.parseInt(hex, 16);
    parts.push(Buffer.from(text.slice(from, found.index)), Uint8Array.of(byte ?? 0));
    from = found.index + whole.length;
  }
  return Buffer.concat([...parts, Buffer.from(text.slice(from))]);
}

function hexBytes(typed: string): TypedBytes {
  const digits = typed.replace(/\s+/g, '').replace(/^0x/i, '');
  const odd = /[^0-9a-f]/i.exec(digits)?.[0];
  if (odd !== undefined) {
    return { fault: `“${odd}” is no hexadecimal digit; text goes after ${textMark}` };
  }
  if (digits.length % 2 === 1) return { fault: `${digits.length} hexadecimal digits are no whole bytes` };
  return { bytes: Buffer.from(digits, 'hex') };
}
