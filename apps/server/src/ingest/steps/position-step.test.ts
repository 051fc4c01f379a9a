import type { DecodedPosition, PositionAttributes } from '@atalaia/protocols/decoded-position';
import { expect, test } from 'vitest';
import { digestOf } from '../connection/entry-of.ts';
import type { IngestDevice } from '../ingest-device.ts';
import { noRules } from '../rules/rules.ts';
import { createPlanDrive, entryOf, minuteMs, startMs, testDevice } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';
import { defaultThresholds } from '../thresholds.ts';
import { alarmRepeatMs } from './alarm-events.ts';
import { type DeviceMemory, emptyMemory, memoryFrom } from './device-memory.ts';
import { normalise } from './normalise.ts';
import { positionFindings } from './position-step.ts';
import type { StepRules } from './step.ts';

const device: IngestDevice = {
  id: 1,
  uniqueId: '1',
  name: 'Car',
  disabled: false,
  category: 'car',
  groupId: undefined,
  speedLimitKnots: undefined,
};

const by = (speedLimitKnots?: number): StepRules => ({
  rules: noRules,
  settings: { speedLimitKnots, thresholds: defaultThresholds },
});

type Report = Partial<DecodedPosition> & { readonly afterMs: number };

/** A device's way through these positions: what became of each, and of the memory. */
function drive(
  positions: readonly Report[],
  settings: { limitKnots?: number; memory?: DeviceMemory; device?: IngestDevice } = {},
) {
  let memory = settings.memory ?? emptyMemory;
  const steps = positions.map(({ afterMs, ...report }) => {
    const position: DecodedPosition = {
      fixTimeMs: startMs + afterMs,
      valid: true,
      latitude: -23.5,
      longitude: -46.6,
      attributes: {},
      ...report,
    };
    const digest = digestOf(position);
    const normal = normalise(position, digest, startMs + 24 * 60 * minuteMs, memory);
    const found = positionFindings(
      normal,
      position.attributes,
      digest,
      settings.device ?? device,
      { memory },
      by(settings.limitKnots),
    );
    // as it comes back from its column
    memory = memoryFrom(JSON.parse(JSON.stringify(found.priorState.memory)));
    return { ...found, types: found.events.map(({ type }) => type) };
  });
  return { steps, memory, types: steps.flatMap(({ types }) => types) };
}

const withAlarm = (afterMs: number, alarm?: string): Report => ({
  afterMs,
  attributes: alarm === undefined ? {} : { alarm },
});
const withIgnition = (afterMs: number, ignition?: boolean): Report => ({
  afterMs,
  attributes: (ignition === undefined ? {} : { ignition }) as PositionAttributes,
});

test('[ING-05] an impossible jump is approximate and counts no distance, nor does the way back', () => {
  const { steps } = drive([
    { afterMs: 0 },
    { afterMs: minuteMs, latitude: -3.1, longitude: -60 },
    { afterMs: 2 * minuteMs, latitude: -23.501 },
    { afterMs: 3 * minuteMs, latitude: -23.51 },
  ]);
  expect(steps.map(({ travel }) => travel?.approximate)).toEqual([false, true, true, false]);
  expect(steps.map(({ travel }) => Math.round(travel?.distanceMetres ?? -1))).toEqual([0, 0, 0, 1001]);
});

test('[ING-05] an impossible jump tells no overspeed', () => {
  const { types } = drive(
    [{ afterMs: 0 }, { afterMs: minuteMs, latitude: -3.1, longitude: -60, speedKnots: 90 }],
    { limitKnots: 50 },
  );
  expect(types).toEqual([]);
});

test('distance adds up, hours count while the ignition is on, motion follows the speed', () => {
  const { steps, memory } = drive([
    { afterMs: 0, speedKnots: 20, attributes: { ignition: true } },
    { afterMs: minuteMs, latitude: -23.51, speedKnots: 20, attributes: { ignition: true } },
    { afterMs: 2 * minuteMs, latitude: -23.52, speedKnots: 0, attributes: { ignition: false } },
    { afterMs: 9 * minuteMs, latitude: -23.52, speedKnots: 0, attributes: { ignition: false } },
  ]);
  expect(steps.map(({ travel }) => travel?.motion)).toEqual([true, true, false, false]);
  expect(memory.totalDistanceMetres).toBeCloseTo(2224, 0);
  expect(memory.hoursMs).toBe(2 * minuteMs);
});

test('[ING-05] a late position counts nothing and changes nothing that is remembered', () => {
  const first = drive([{ afterMs: 10 * minuteMs, attributes: { ignition: true } }]);
  const late = drive([{ afterMs: 0, latitude: -24, speedKnots: 90, attributes: { ignition: false } }], {
    memory: first.memory,
    limitKnots: 50,
  });
  expect(late.steps[0]?.travel).toBeUndefined();
  expect(late.types).toEqual([]);
  expect(late.memory).toEqual(first.memory);
});

test('a repeated alarm is one event until a position comes without it', () => {
  const { steps } = drive([
    withAlarm(0, 'sos'),
    withAlarm(minuteMs, 'sos'),
    withAlarm(2 * minuteMs),
    withAlarm(3 * minuteMs, 'sos'),
  ]);
  expect(steps.map(({ types }) => types.length)).toEqual([1, 0, 0, 1]);
});

test('an alarm that stays is told again after an hour', () => {
  const { steps } = drive([
    withAlarm(0, 'lowBattery'),
    withAlarm(alarmRepeatMs - 1, 'lowBattery'),
    withAlarm(alarmRepeatMs, 'lowBattery'),
    withAlarm(alarmRepeatMs + minuteMs, 'lowBattery'),
  ]);
  expect(steps.map(({ types }) => types.length)).toEqual([1, 0, 1, 0]);
});

test('each alarm of a position is an event of its own, new beside one that stays', () => {
  const { steps } = drive([withAlarm(0, 'sos'), withAlarm(minuteMs, 'sos, powerCut')]);
  expect(steps[1]?.events).toEqual([{ type: 'alarm', attributes: { alarm: 'powerCut' } }]);
});

test('an alarm that was buffered is told once, however often it comes', () => {
  const first = drive([{ afterMs: 100 * minuteMs }]);
  const late = drive([withAlarm(0, 'sos'), withAlarm(0, 'sos'), withAlarm(minuteMs, 'sos')], {
    memory: first.memory,
  });
  expect(late.steps.map(({ types }) => types.length)).toEqual([1, 0, 0]);
  expect(late.memory).toMatchObject({ alarms: first.memory.alarms, fixTimeMs: first.memory.fixTimeMs });
});

test('ignition is told at each change, never at first, and not by positions that do not tell it', () => {
  const { steps } = drive([
    withIgnition(0, false),
    withIgnition(minuteMs, true),
    withIgnition(2 * minuteMs),
    withIgnition(3 * minuteMs, true),
    withIgnition(4 * minuteMs, false),
  ]);
  expect(steps.map(({ types }) => types)).toEqual([[], ['ignitionOn'], [], [], ['ignitionOff']]);
});

test('overspeed is told once an excursion, which ends at 95 % of the limit', () => {
  const speeds = [50, 51, 60, 48, 51, 47.5, 51];
  const { steps } = drive(
    speeds.map((speedKnots, index) => ({ afterMs: index * minuteMs, speedKnots })),
    { limitKnots: 50 },
  );
  expect(steps.map(({ types }) => types.length)).toEqual([0, 1, 0, 0, 0, 0, 1]);
  expect(steps[1]?.events[0]?.attributes).toEqual({ speed: 51, speedLimit: 50 });
});

test("the device's own limit goes before the server's, and without either nothing is too fast", () => {
  const fast = [{ afterMs: 0, speedKnots: 45 }];
  expect(drive(fast, { limitKnots: 50, device: { ...device, speedLimitKnots: 40 } }).types).toHaveLength(1);
  expect(drive(fast, { limitKnots: 40, device: { ...device, speedLimitKnots: 50 } }).types).toEqual([]);
  expect(drive(fast).types).toEqual([]);
});

test('a position without a fix neither begins nor ends an excursion', () => {
  const { types } = drive(
    [
      { afterMs: 0, speedKnots: 60 },
      { afterMs: minuteMs, speedKnots: 0, valid: false },
      { afterMs: 2 * minuteMs, speedKnots: 60 },
    ],
    { limitKnots: 50 },
  );
  expect(types).toEqual(['deviceOverspeed']);
});

test('[ING-05] a corrected fix time is remembered, also of a late position and of some hundred messages', () => {
  const newest = drive([{ afterMs: 30 * 60 * minuteMs }]).memory;
  const wrong = Array.from({ length: 200 }, (_, index): DecodedPosition => {
    const fixTimeMs = startMs + 5000 * 60 * minuteMs + index * minuteMs;
    return { fixTimeMs, valid: true, latitude: -23.5, longitude: -46.6, attributes: {} };
  });
  let memory = newest;
  const storedMs = (position: DecodedPosition, receivedMs: number) => {
    const digest = digestOf(position);
    const normal = normalise(position, digest, receivedMs, memory);
    expect(normal).toMatchObject({ corrected: true, late: true });
    memory = positionFindings(normal, {}, digest, device, { memory }, by()).priorState.memory;
    return normal.fixTimeMs;
  };
  const first = wrong.map((position, index) => storedMs(position, startMs + index));
  expect(wrong.map((position, index) => storedMs(position, startMs + minuteMs + index))).toEqual(first);
});

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

test('[ING-10] a message right behind another one is the last that was heard, too', () => {
  const device = createPlanDrive();
  const message = { kind: 'message', device: testDevice } as const;
  device.commit([{ ...message, receivedMs: startMs }]);
  device.commit([{ ...message, receivedMs: startMs + 100 }]);
  expect(device.state.lastUpdateMs).toBe(startMs + 100);
  device.commit([{ ...message, receivedMs: startMs + 50 }]);
  expect(device.state.lastUpdateMs).toBe(startMs + 100);
});
