/** Bytes as text: hexadecimal (also of packed decimals) and 7-bit characters. */

/**
 * What `Buffer` reads text with: it takes any bytes, so that no buffer has to be made around them first, which costs
 * more than reading a frame's field.
 */
interface TextSlices {
  hexSlice(this: Uint8Array, from: number, to: number): string;
  latin1Slice(this: Uint8Array, from: number, to: number): string;
  utf8Slice(this: Uint8Array, from: number, to: number): string;
}

const { hexSlice, latin1Slice, utf8Slice } = Buffer.prototype as unknown as TextSlices;

/** A part within the bytes, as a slice has it. */
const within = (at: number, bytes: Uint8Array) => Math.min(Math.max(at, 0), bytes.length);

function sliced(slice: TextSlices['hexSlice'], bytes: Uint8Array, from: number, to: number): string {
  const start = within(from, bytes);
  const end = within(to, bytes);
  return end > start ? slice.call(bytes, start, end) : '';
}

/** Lower-case hexadecimal of `bytes[from, to)`. Packed decimals (BCD) read as their digits. */
export function hexText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return sliced(hexSlice, bytes, from, to);
}

/** One character a byte (Latin-1), so nothing is lost and nothing throws. */
export function byteText(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return sliced(latin1Slice, bytes, from, to);
}

export function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

/** Where the digits that begin at an index end. */
export function digitsEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isDigit(bytes[at])) at += 1;
  return at;
}

/** What `trim` takes off a text of one character a byte. */
function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0xa0;
}

/** Where `bytes[from, to)` begins without the blanks before it. */
export function trimmedStart(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isBlank(bytes[at] ?? 0)) at += 1;
  return at;
}

/** Where it ends without those behind it. */
export function trimmedEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = to;
  while (at > from && isBlank(bytes[at - 1] ?? 0)) at -= 1;
  return at;
}

/** UTF-8 text; broken sequences become replacement characters. */
export function utf8Text(bytes: Uint8Array, from = 0, to = bytes.length): string {
  return sliced(utf8Slice, bytes, from, to);
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
