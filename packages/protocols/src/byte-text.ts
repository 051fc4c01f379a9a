/** Bytes as text: hexadecimal (also of packed decimals) and 7-bit characters. */

function view(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Lower-case hexadecimal of `bytes[from, to)`. Packed decimals (BCD) read as their digits. */
export function hexText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return view(bytes).toString('hex', from, to);
}

/** One character a byte (Latin-1), so nothing is lost and nothing throws. */
export function byteText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return view(bytes).toString('latin1', from, to);
}

/** UTF-8 text; broken sequences become replacement characters. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return view(bytes).toString('utf8', from, to);
}

/** UTF-16, most significant byte first; a last odd byte is dropped. */
export function utf16Text(bytes: Uint8Array): string {
  const pairs = Buffer.from(bytes.subarray(0, bytes.length & ~1));
  return pairs.swap16().toString('utf16le');
}

/** True when every byte is a visible character, a blank, a tab or a line end. */
export function isPrintable(bytes: Uint8Array): boolean {
  return bytes.every(
    (byte) => (byte >= 0x20 && byte < 0x7f) || byte === 0x09 || byte === 0x0a || byte === 0x0d,
  );
}

/** Text without the control characters that a serial port or a padded field leaves in it. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
}
