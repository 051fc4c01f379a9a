import { expect, test } from 'vitest';
import { createPlanDrive, entryOf, minuteMs, startMs, testDevice } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';

test('[API-02] positions of times outside the calendar of their device are not kept; who calls for help is heard', () => {
  const calendars = new Map([[3, (atMs: number) => atMs < startMs + 10 * minuteMs]]);
  const device = createPlanDrive({ rules: rulesOf({ calendars }) });
  const bound = { ...testDevice, calendarId: 3 };
  const at = (minute: number, attributes = {}) => entryOf({ afterMs: minute * minuteMs, attributes }, bound);
  device.commit([at(1)]);
  device.commit([at(11)]);
  const events = device.commit([at(12, { alarm: 'sos' })]);
  expect(device.positions).toHaveLength(1);
  expect(events.map(({ type, positionId }) => [type, positionId])).toEqual([['alarm', null]]);
  device.commit([entryOf({ afterMs: 13 * minuteMs })]);
  expect(device.positions).toHaveLength(2);
});
