import { expect, test } from 'vitest';
import { createRowDigest, sumOf } from './row-digest.ts';

const text = Buffer.from(`1\tágua\\n\n2\t\\N\n${'long '.repeat(1000)}\n2\t\\N\n\n`);

function factsOf(...pieces: readonly Buffer[]) {
  const digest = createRowDigest();
  for (const piece of pieces) digest.update(piece);
  return digest.finish();
}

test('[OPS-05] rows are known by their number and content, however they are cut', () => {
  const whole = factsOf(text);
  expect(whole).toMatchObject({ rows: 5, textBytes: text.length });
  for (let cut = 0; cut <= text.length; cut += 7) {
    expect(factsOf(text.subarray(0, cut), text.subarray(cut))).toEqual(whole);
  }
  expect(factsOf(...Array.from(text, (byte) => Buffer.from([byte])))).toEqual(whole);
});

test('[OPS-05] the order of rows does not count; one missing, doubled or changed does', () => {
  const of = (...rows: readonly string[]) => factsOf(Buffer.from(rows.map((row) => `${row}\n`).join('')));
  const { digest } = of('a', 'b', 'c');
  expect(of('c', 'a', 'b').digest).toBe(digest);
  for (const other of [
    of('a', 'b'),
    of('a', 'b', 'c', 'c'),
    of('a', 'b', 'd'),
    of('ab', '', 'c'),
    of('a', 'a', 'c'),
  ]) {
    expect(other.digest).not.toBe(digest);
  }
});

test('[OPS-05] the rows of several files make those of a table', () => {
  const ends = [...text.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1);
  const parts = ends.map((end, index) => factsOf(text.subarray(ends[index - 1] ?? 0, end)));
  expect(parts).toHaveLength(5);
  expect(sumOf(parts)).toEqual(factsOf(text));
});

test('[OPS-05] a row that is cut off is no row', () => {
  expect(() => factsOf(text.subarray(0, -1), Buffer.from('x'))).toThrow('the last row has no end');
});
