/**
 * A JSON array of objects read while its bytes come: each piece gives the rows that are whole by then. Nothing waits for
 * the last byte, and no text of a hundred thousand rows is ever made.
 */
export interface RowSplitter {
  /** The rows that this piece completes. Throws SyntaxError on what is no array of objects. */
  push(piece: Uint8Array): readonly object[];
  /** Throws SyntaxError when the array was not ended. */
  end(): void;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = [...'"\\{}[]'].map((sign) =>
  sign.charCodeAt(0),
);

export function createRowSplitter(): RowSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = new Uint8Array(0);
  /** 0 outside, 1 in the array, 2 and more in a row. */
  let depth = 0;
  let isInText = false;
  let isEscaped = false;
  let hasEnded = false;

  /** Where the last whole row of these bytes ends, and where the array's own `[` lies; −1 for none. */
  function scan(bytes: Uint8Array, from: number): { readonly rowEnd: number; readonly begin: number } {
    let rowEnd = -1;
    let begin = -1;
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (isInText) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInText = false;
      } else if (byte === quote) isInText = true;
      else if (byte === openBrace || byte === openBracket) {
        if (depth === 0) begin = at;
        depth++;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (depth === 1) rowEnd = at + 1;
        if (depth === 0) hasEnded = true;
      }
    }
    return { rowEnd, begin };
  }

  return {
    push(piece) {
      const bytes = joined(rest, piece);
      const { rowEnd, begin } = scan(bytes, rest.length);
      if (begin > -1 && bytes[begin] !== openBracket) throw new SyntaxError('the answer is no array');
      const start = begin + 1;
      if (rowEnd < 0) {
        rest = bytes.slice(start);
        return [];
      }
      rest = bytes.slice(rowEnd);
      const text = decoder.decode(bytes.subarray(start, rowEnd)).replace(/^\s*,/, '');
      const rows: unknown[] = JSON.parse(`[${text}]`);
      return rows.map((row) => {
        if (typeof row !== 'object' || row === null) throw new SyntaxError('a row is no object');
        return row;
      });
    },
    end() {
      if (!hasEnded) throw new SyntaxError('the answer broke off');
    },
  };
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  if (one.length === 0) return other;
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
