import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSegmentJudge, type OdometerRow, type Segment } from './segments.ts';

const startMs = Date.UTC(2026, 4, 1);

interface Step {
  readonly metres: number;
  readonly seconds: number;
}

/** The digits of a number, read in the other base, when they are eight. */
const asHexadecimal = (metres: number) =>
  /^\d{8}$/.test(String(metres)) ? Number.parseInt(String(metres), 16) : metres;

function rereadOf(metres: number): number | null {
  const digits = metres.toString(16);
  return /^[1-9]\d{7}$/.test(digits) ? Number(digits) : null;
}

/** A tracker's rows, stored by a reading of what it reported. */
function rowsOf(
  fromMetres: number,
  steps: readonly Step[],
  read: (metres: number) => number,
  way: (metres: number) => number | null = (metres) => metres - fromMetres,
): OdometerRow[] {
  let [metres, timeMs] = [fromMetres, startMs];
  return steps.map((step, index) => {
    metres += step.metres;
    timeMs += step.seconds * 1000;
    const stored = read(metres);
    return {
      fixTime: new Date(timeMs).toISOString(),
      digest: String(index),
      metres: stored,
      rereadMetres: rereadOf(stored),
      wayMetres: way(metres),
    };
  });
}

function judged(rows: readonly OdometerRow[]): Segment[] {
  const judge = createSegmentJudge();
  return [...rows.map((row) => judge.take(row)), judge.end()].filter((segment) => segment !== undefined);
}

const verdicts = (rows: readonly OdometerRow[]) =>
  judged(rows).map(({ verdict, rows: count }) => [verdict, count]);

const straight = (count: number, metres = 1000, seconds = 60): Step[] =>
  Array.from({ length: count }, () => ({ metres, seconds }));
const same = (metres: number) => metres;
const untold = () => null;

test('where the row before, or the one behind, fits one reading alone, that one holds', () => {
  expect(verdicts(rowsOf(9_998_500, straight(5), asHexadecimal, untold))).toEqual([['wrong', 4]]);
  expect(verdicts(rowsOf(99_997_500, straight(5), asHexadecimal, untold))).toEqual([['wrong', 2]]);
  expect(verdicts(rowsOf(0x1fff_fc00, straight(5, 0x200), same, untold))).toEqual([['right', 4]]);
});

test('where nothing is beyond doubt the way tells that the server counted', () => {
  const wrong = rowsOf(20_000_000, straight(5), asHexadecimal);
  expect(verdicts(wrong)).toEqual([['wrong', 5]]);
  const right = wrong.map((row) => ({ ...row, wayMetres: row.metres - (wrong[0]?.metres ?? 0) }));
  expect(verdicts(right)).not.toContainEqual(['wrong', expect.anything()]);
});

test('a vehicle that stood still, and one whose rows speak against each other, stay undecided', () => {
  expect(verdicts(rowsOf(20_000_000, straight(5, 0), asHexadecimal))).toEqual([['undecided', 5]]);
  expect(verdicts(rowsOf(20_000_000, straight(5), asHexadecimal, untold))).toEqual([['undecided', 5]]);
  const [before] = rowsOf(9_999_500, straight(1, 0), same, untold);
  const [first, ...more] = rowsOf(10_000_000, straight(3), asHexadecimal, untold);
  const [after] = rowsOf((more.at(-1)?.metres ?? 0) + 500, straight(1, 0, 300), same, untold);
  const both = [before, first, ...more, after].filter((row) => row !== undefined);
  expect(verdicts(both)).toEqual([['undecided', 3]]);
});

test('after a silence in which a vehicle may have gone any way nothing is told by the row before', () => {
  const [first, ...rows] = rowsOf(
    9_000_000,
    [straight(1)[0]!, { metres: 5e6, seconds: 90 * 86_400 }, ...straight(3)],
    asHexadecimal,
    untold,
  );
  expect(first?.rereadMetres).toBeNull();
  expect(verdicts([first!, ...rows])).toEqual([['undecided', 4]]);
});

test('another tracker, or one that was reset, is judged apart', () => {
  const one = rowsOf(9_998_500, straight(4), asHexadecimal, untold);
  const other = rowsOf(50_000_000, straight(3), asHexadecimal, untold).map((row) => ({
    ...row,
    fixTime: new Date(Date.parse(row.fixTime) + 3_600_000).toISOString(),
  }));
  expect(verdicts([...one, ...other])).toEqual([
    ['wrong', 3],
    ['undecided', 3],
  ]);
});

const steps = fc.array(
  fc.record({ metres: fc.integer({ min: 0, max: 2500 }), seconds: fc.integer({ min: 60, max: 7200 }) }),
  {
    minLength: 2,
    maxLength: 60,
  },
);

test('no row of a tracker that was read rightly is ever called wrong, whatever it counts from', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0x0fff_0000, max: 0x9999_9999 }),
      steps,
      fc.boolean(),
      (from, way, counts) => {
        const rows = rowsOf(from, way, same, counts ? undefined : untold);
        expect(judged(rows).filter(({ verdict }) => verdict === 'wrong')).toEqual([]);
      },
    ),
    { numRuns: 2000 },
  );
});

test('no row of a tracker that was read wrongly is ever called right', () => {
  fc.assert(
    fc.property(fc.integer({ min: 9_900_000, max: 99_999_999 }), steps, fc.boolean(), (from, way, counts) => {
      const rows = rowsOf(from, way, asHexadecimal, counts ? undefined : untold);
      expect(judged(rows).filter(({ verdict }) => verdict === 'right')).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});
