import { expect, test } from 'vitest';
import { createPlanDrive, minuteMs, type Report, startMs } from '../testing/plan-drive.ts';
import { rulesOf } from '../testing/rules-of.ts';

const circle = { id: 7, area: 'CIRCLE (-23.5 -46.6, 500)' };
const inside = (afterMs: number): Report => ({ afterMs, latitude: -23.5, longitude: -46.6 });
const outside = (afterMs: number): Report => ({ afterMs, latitude: -23.51, longitude: -46.6 });
const far = (afterMs: number): Report => ({ afterMs, latitude: -3.1, longitude: -60 });
const minutes = (count: number) => count * minuteMs;
const crossing = (types: readonly string[]) => types.filter((type) => type.startsWith('geofence'));

test('[ING-07] entering and leaving a geofence are told once each, with its id and the position', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle] }) });
  device.drive([
    outside(0),
    inside(minutes(1)),
    inside(minutes(2)),
    outside(minutes(3)),
    outside(minutes(4)),
  ]);
  const events = device.events.filter(({ type }) => type.startsWith('geofence'));
  expect(events.map(({ type, geofenceId, positionId }) => ({ type, geofenceId, positionId }))).toEqual([
    { type: 'geofenceEnter', geofenceId: 7, positionId: device.positions[1]?.id },
    { type: 'geofenceExit', geofenceId: 7, positionId: device.positions[3]?.id },
  ]);
});

test('[ING-06] each position keeps the geofences it lies in, a late one too', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle, { ...circle, id: 3 }] }) });
  device.drive([outside(minutes(1)), inside(minutes(2)), inside(0)]);
  expect(device.positions.map(({ geofenceIdsJson }) => geofenceIdsJson)).toEqual([null, '[3,7]', '[3,7]']);
});

test('the first position of a device enters nothing', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle] }) });
  expect(device.drive([inside(0), inside(minutes(1))]).map(crossing)).toEqual([[], []]);
});

test('[ING-05] neither a late position, nor one without a fix, nor an impossible jump crosses a border', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle] }) });
  const types = device.drive([
    inside(minutes(10)),
    outside(0),
    { ...outside(minutes(11)), valid: false },
    far(minutes(12)),
    inside(minutes(13)),
    inside(minutes(14)),
  ]);
  expect(types.map(crossing)).toEqual([[], [], [], [], [], []]);
});

test('a border crossed under cover of a jump is told by the first position that can be believed', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle] }) });
  device.drive([inside(0), far(minutes(1))]);
  device.restart();
  const types = device.drive([outside(minutes(2)), outside(minutes(3))]);
  expect(types.map(crossing)).toEqual([[], ['geofenceExit']]);
});

test('a geofence that is drawn, moved or removed around a standing device is neither entered nor left', () => {
  const device = createPlanDrive({ rules: rulesOf({}) });
  device.drive([inside(0)]);
  device.change({ rules: rulesOf({ geofences: [circle] }) });
  expect(device.drive([inside(minutes(1))]).flatMap(crossing)).toEqual([]);
  device.change({ rules: rulesOf({ geofences: [{ ...circle, area: 'CIRCLE (-23 -46, 500)' }] }) });
  expect(device.drive([inside(minutes(2))]).flatMap(crossing)).toEqual([]);
  device.change({ rules: rulesOf({ geofences: [circle] }) });
  expect(device.drive([inside(minutes(3))]).flatMap(crossing)).toEqual([]);
  device.change({ rules: rulesOf({}) });
  expect(device.drive([inside(minutes(4)), outside(minutes(5))]).flatMap(crossing)).toEqual([]);
});

test('after a restart the device still is where it was', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [circle] }) });
  device.drive([outside(0), inside(minutes(1))]);
  device.restart();
  expect(device.drive([inside(minutes(2)), outside(minutes(3))]).map(crossing)).toEqual([
    [],
    ['geofenceExit'],
  ]);
});

test('[CAL-01] events come only while the calendar holds, and where the device is goes on being known', () => {
  const calendars = new Map([[1, (atMs: number) => atMs >= startMs + minutes(2)]]);
  const rules = rulesOf({ geofences: [{ ...circle, calendarId: 1 }], calendars });
  const device = createPlanDrive({ rules });
  const types = device.drive([outside(0), inside(minutes(1)), inside(minutes(2)), outside(minutes(3))]);
  expect(types.map(crossing)).toEqual([[], [], [], ['geofenceExit']]);
  expect(device.positions[1]?.geofenceIdsJson).toBe('[7]');
});

test('a geofence whose calendar cannot be read or is gone tells nothing', () => {
  const device = createPlanDrive({ rules: rulesOf({ geofences: [{ ...circle, calendarId: 9 }] }) });
  expect(device.drive([outside(0), inside(minutes(1))]).flatMap(crossing)).toEqual([]);
});

test("[ING-07] the lowest limit of the geofences here goes before the device's and the server's, while its calendar holds", () => {
  const calendars = new Map([[1, (atMs: number) => atMs < startMs + minutes(3)]]);
  const geofences = [
    { ...circle, speedLimit: 40 },
    { ...circle, id: 8, speedLimit: 30, calendarId: 1 },
  ];
  const device = createPlanDrive({ rules: rulesOf({ geofences, calendars }), speedLimitKnots: 60 });
  const at = (minute: number, speedKnots: number): Report => ({ ...inside(minutes(minute)), speedKnots });
  device.drive([at(0, 20), at(1, 35), at(2, 10), at(3, 35), at(4, 41)]);
  const events = device.events.filter(({ type }) => type === 'deviceOverspeed');
  expect(
    events.map(({ geofenceId, attributesJson }) => ({ geofenceId, ...JSON.parse(attributesJson) })),
  ).toEqual([
    { geofenceId: 8, speed: 35, speedLimit: 30 },
    { geofenceId: 7, speed: 41, speedLimit: 40 },
  ]);
});
