/**
 * What the rows of a table are known by, whatever order they are in: their number, and the sum of their hashes. So the
 * rows of a table can be compared with those of a file, and those of several files with a table.
 */
import { hash } from 'node:crypto';

export interface RowFacts {
  readonly rows: number;
  /** Bytes of the text that COPY writes. */
  readonly textBytes: number;
  /** 32 hexadecimal digits. */
  readonly digest: string;
}

export interface RowDigest {
  /** Takes a piece of COPY's text format, cut anywhere. */
  update(piece: Buffer): void;
  /** Throws when the last row had no end. */
  finish(): RowFacts;
}

/** Ends every row; within one, COPY writes a line break as two characters. */
const lineBreak = 10;
const laneCount = 4;

export function createRowDigest(): RowDigest {
  const lanes = new Uint32Array(laneCount);
  let rows = 0;
  let textBytes = 0;
  /** The beginning of a row whose end is still to come. */
  let partial: Buffer[] = [];

  function add(row: Buffer): void {
    rows += 1;
    // as text, a character a byte: a buffer for each row would be thrown away a million times a second
    const hashed = hash('sha256', row, 'binary');
    for (let lane = 0; lane < laneCount; lane += 1) {
      const at = 4 * lane;
      const bits =
        (hashed.charCodeAt(at) << 24) |
        (hashed.charCodeAt(at + 1) << 16) |
        (hashed.charCodeAt(at + 2) << 8) |
        hashed.charCodeAt(at + 3);
      lanes[lane] = (lanes[lane] ?? 0) + bits;
    }
  }
  return {
    update(piece) {
      textBytes += piece.length;
      let from = 0;
      for (let end = piece.indexOf(lineBreak); end >= 0; end = piece.indexOf(lineBreak, from)) {
        const row = piece.subarray(from, end);
        add(partial.length === 0 ? row : Buffer.concat([...partial, row]));
        partial = [];
        from = end + 1;
      }
      if (from < piece.length) partial.push(piece.subarray(from));
    },
    finish() {
      if (partial.length > 0) throw new Error('the last row has no end');
      return { rows, textBytes, digest: textOf(lanes) };
    },
  };
}

/** Of the rows of several files together. */
export function sumOf(parts: readonly RowFacts[]): RowFacts {
  const lanes = new Uint32Array(laneCount);
  for (const { digest } of parts) {
    const bytes = Buffer.from(digest, 'hex');
    for (const lane of lanes.keys()) lanes[lane] = (lanes[lane] ?? 0) + bytes.readUInt32BE(4 * lane);
  }
  return {
    rows: parts.reduce((sum, part) => sum + part.rows, 0),
    textBytes: parts.reduce((sum, part) => sum + part.textBytes, 0),
    digest: textOf(lanes),
  };
}

const textOf = (lanes: Uint32Array) =>
  Array.from(lanes, (lane) => lane.toString(16).padStart(8, '0')).join('');
