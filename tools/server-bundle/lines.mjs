/**
 * Which line of the sources a place in the bundle comes from, as a file that is looked things up in as it lies. A source
 * map says the same, and reading one takes a quarter of a second and 100 MB.
 *
 * The file: length of the head, the head as JSON, for each line of the bundle the number of its first segment (and one
 * more), the segments by column. A number is 4 bytes, a segment four times 2: column, source, its line, its column, from 0.
 */
import { openSync, readSync } from 'node:fs';

const segmentBytes = 8;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Of a source map; `build` is what the bundle calls itself. */
export function packLines({ mappings, sources }, build) {
  const starts = [0];
  const segments = [];
  // what the numbers of each segment are counted from; the column anew in each line
  let [source, line, column] = [0, 0, 0];
  for (const text of mappings.split(';')) {
    let from = 0;
    for (const segment of text.split(',').filter(Boolean)) {
      const [add, ...place] = numbersOf(segment);
      from += add;
      if (place.length === 0) continue;
      source += place[0];
      line += place[1];
      column += place[2];
      const numbers = [from, source, line, column];
      // of a line that is longer than any that somebody wrote
      if (numbers.every((one) => one < 2 ** 16)) segments.push(...numbers);
    }
    starts.push(segments.length / 4);
  }
  const head = Buffer.from(JSON.stringify({ build, sources, lines: starts.length - 1 }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([
    length,
    head,
    bytesOf(Uint32Array.from(starts)),
    bytesOf(Uint16Array.from(segments)),
  ]);
}

const bytesOf = ({ buffer }) => Buffer.from(buffer);

/** Five bits a letter, the lowest first; the sixth bit says that more come, the first of all that it is negative. */
function numbersOf(segment) {
  const numbers = [];
  let [number, shift] = [0, 0];
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    number |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(number & 1 ? -(number >> 1) : number >> 1);
    [number, shift] = [0, 0];
  }
  return numbers;
}

/**
 * Answers what finds a place, both counted from 1 as in a stack, or undefined. The file is opened now: where another
 * build takes its place, this one's is still read. It must be of `build`.
 */
export function openLines(path, build) {
  const file = openSync(path, 'r');
  const read = (from, length) => {
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, from);
    return bytes;
  };
  let head;
  return (line, column) => {
    const headBytes = read(0, 4).readUInt32LE();
    head ??= JSON.parse(read(4, headBytes).toString());
    if (head.build !== build || line > head.lines) return undefined;
    const startsAt = 4 + headBytes;
    const segmentsAt = startsAt + (head.lines + 1) * 4;
    const around = read(startsAt + (line - 1) * 4, 8);
    const [first, last] = [around.readUInt32LE(0), around.readUInt32LE(4)];
    const segments = read(segmentsAt + first * segmentBytes, (last - first) * segmentBytes);
    let found;
    for (let at = 0; at < segments.length && segments.readUInt16LE(at) < column; at += segmentBytes)
      found = at;
    if (found === undefined) return undefined;
    const [source, sourceLine, sourceColumn] = [2, 4, 6].map((more) => segments.readUInt16LE(found + more));
    return { source: head.sources[source], line: sourceLine + 1, column: sourceColumn + 1 };
  };
}
