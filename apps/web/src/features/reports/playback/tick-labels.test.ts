import { expect, test } from 'vitest';
import { shownLabels } from './player-bar.tsx';

const tick = (id: number, left: number, isAlarm = false) => ({
  ...{ id, left, isAlarm },
  text: '13:45 Ignição ligada',
});

test('[REP-01] what happened is named beside its tick where there is room, alarms first, and never beyond the line', () => {
  const shown = shownLabels([tick(1, 10), tick(2, 60, true), tick(3, 300), tick(4, 595)], 600);
  expect(shown.map(({ id, left }) => [id, left])).toEqual([
    [2, 60],
    [3, 300],
    [4, 474],
  ]);
  expect(shownLabels([tick(1, 10)], 80)).toEqual([]);
});
