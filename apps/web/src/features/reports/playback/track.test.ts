import { expect, test } from 'vitest';
import { createRouteColumns } from '../../../lib/reports/route-columns.ts';
import { aRouteRow } from '../../../lib/testing/a-position.ts';
import { createTrack } from './track.ts';

const startMs = Date.parse('2026-11-21T10:00:00Z');
const minute = 60_000;

function columnsOf(rows: readonly (readonly [deviceId: number, minutes: number, latitude: number])[]) {
  const columns = createRouteColumns();
  for (const [deviceId, minutes, latitude] of rows)
    columns.push(
      aRouteRow({ deviceId, latitude, fixTime: new Date(startMs + minutes * minute).toISOString() }),
    );
  return columns;
}

test('[KEPT-02] between two rows the vehicle drives evenly; across a long silence it waits', () => {
  const track = createTrack(
    columnsOf([
      [1, 0, -3],
      [1, 2, -4],
      [1, 60, -5],
    ]),
    1,
  );
  expect(track?.at(startMs + minute)).toMatchObject({ latitude: -3.5, row: 0 });
  expect(track?.at(startMs + 30 * minute)).toMatchObject({ latitude: -4, row: 1 });
  expect(track?.at(startMs + 60 * minute)).toMatchObject({ latitude: -5, row: 2 });
});

test('[KEPT-02] before its first row and after its last the vehicle stands there', () => {
  const track = createTrack(
    columnsOf([
      [1, 0, -3],
      [1, 2, -4],
    ]),
    1,
  );
  expect(track?.at(startMs - minute)).toMatchObject({ latitude: -3, row: 0 });
  expect(track?.at(startMs + 9 * minute)).toMatchObject({ latitude: -4, row: 1 });
  expect(track).toMatchObject({ fromMs: startMs, toMs: startMs + 2 * minute });
});

test('[KEPT-02] the rows of other devices are none of its own', () => {
  const columns = columnsOf([
    [2, 0, -1],
    [2, 1, -2],
    [1, 0, -3],
    [1, 2, -4],
  ]);
  expect(createTrack(columns, 1)?.at(startMs + minute)).toMatchObject({ latitude: -3.5, row: 2 });
  expect(createTrack(columns, 1)?.nearestRow(startMs + 1.6 * minute)).toBe(3);
  expect(createTrack(columns, 7)).toBeNull();
});
