/**
 * Bytes as text: UTF-8, UTF-16 by its mark, else Windows-1252, in which Brazilian spreadsheets save their texts.
 * Undefined for what is no text at all.
 */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  // a text has no such bytes, a picture within its first few
  if (bytes.subarray(0, 4_096).some((byte) => byte < 0x09)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
