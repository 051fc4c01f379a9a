interface DumpLine {
  /** Of its first byte, four hexadecimal digits or more. */
  readonly offset: string;
  /** Pairs of digits, a blank between them and two after eight; as wide as a full line. */
  readonly hex: string;
  /** The same bytes as characters; a dot for what has none. */
  readonly ascii: string;
}

/** Bytes in hexadecimal as an engineer reads them: so many in a line, with their characters beside them. */
export function dumpLines(hex: string, bytesPerLine: number): readonly DumpLine[] {
  const lines: DumpLine[] = [];
  const digitsPerLine = 2 * bytesPerLine;
  for (let at = 0; at < hex.length; at += digitsPerLine) {
    const bytes = hex.slice(at, at + digitsPerLine).match(/../g) ?? [];
    lines.push({
      offset: (at / 2).toString(16).padStart(4, '0'),
      hex: hexOf(bytes).padEnd(widthOf(bytesPerLine)),
      ascii: bytes.map(characterOf).join(''),
    });
  }
  return lines;
}

/** Two digits a byte, a blank between them, another before each ninth. */
function widthOf(bytes: number): number {
  return 3 * bytes - 1 + bytes / 8 - 1;
}

function hexOf(bytes: readonly string[]): string {
  return bytes.map((byte, at) => (at > 0 && at % 8 === 0 ? ` ${byte}` : byte)).join(' ');
}

function characterOf(byte: string): string {
  const code = Number.parseInt(byte, 16);
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : '.';
}
