/**
 * Escapes of JT/T 808: between two 7E, 7D 01 stands for 7D and 7D 02 for 7E. Makers who open with E7 (traccar's JT808
 * decoder) write E6 01 for E6, E6 02 for E7, 3E 01 for 3E and 3E 02 for 3D.
 */
export type Delimiter = 0x7e | 0xe7;

/** The byte that two stand for; undefined for a pair that means nothing. */
function meaning(lead: number, next: number, delimiter: Delimiter): number | undefined {
  if (next !== 1 && next !== 2) return undefined;
  if (delimiter === 0x7e) return next === 1 ? 0x7d : 0x7e;
  if (lead === 0xe6) return next === 1 ? 0xe6 : 0xe7;
  return next === 1 ? 0x3e : 0x3d;
}

function isLead(byte: number, delimiter: Delimiter): boolean {
  return delimiter === 0x7e ? byte === 0x7d : byte === 0xe6 || byte === 0x3e;
}

/**
 * What is between the delimiters without its escapes. A lead whose pair means nothing stands for itself, as some units
 * send it: the checksum shows what is damage.
 */
export function unescaped(bytes: Uint8Array, delimiter: Delimiter): Uint8Array {
  if (delimiter === 0x7e && !bytes.includes(0x7d)) return bytes;
  const plain = new Uint8Array(bytes.length);
  let count = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index] ?? 0;
    const plainByte = isLead(byte, delimiter) ? meaning(byte, bytes[index + 1] ?? 0, delimiter) : undefined;
    if (plainByte !== undefined) index += 1;
    plain[count] = plainByte ?? byte;
    count += 1;
  }
  return plain.subarray(0, count);
}

/** The pair for a byte that may not be plain; undefined where it may. */
function pairFor(byte: number, delimiter: Delimiter): readonly [number, number] | undefined {
  if (delimiter === 0x7e) return byte === 0x7d ? [0x7d, 1] : byte === 0x7e ? [0x7d, 2] : undefined;
  if (byte === 0xe6) return [0xe6, 1];
  if (byte === 0xe7) return [0xe6, 2];
  if (byte === 0x3e) return [0x3e, 1];
  return byte === 0x3d ? [0x3e, 2] : undefined;
}

/** The content escaped, between its delimiters. */
export function escaped(content: Uint8Array, delimiter: Delimiter): Uint8Array {
  const bytes: number[] = [delimiter];
  for (const byte of content) {
    const pair = pairFor(byte, delimiter);
    if (pair) bytes.push(...pair);
    else bytes.push(byte);
  }
  bytes.push(delimiter);
  return Uint8Array.from(bytes);
}
