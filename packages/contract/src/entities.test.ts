import { expect, test } from 'vitest';
import { permissionPairOf, permissionSchema } from './accounts/permission.ts';
import { batchCommandSchema } from './devices/command.ts';
import { deviceInputSchema } from './devices/device.ts';
import { errorBodySchema, errorCodes, errorStatus } from './errors.ts';
import { reportFilterSchema } from './reports/scheduled-report.ts';
import { instantSchema } from './values/values.ts';

test('every error code has a status from 400 up, and the body accepts it', () => {
  for (const code of errorCodes) {
    expect(errorStatus[code]).toBeGreaterThanOrEqual(400);
    expect(errorStatus[code]).toBeLessThan(600);
    expect(errorBodySchema.safeParse({ code, message: 'm', requestId: 'r' }).success).toBe(true);
  }
  expect(errorBodySchema.safeParse({ code: 'made-up', message: 'm', requestId: 'r' }).success).toBe(false);
});

test('derived and unknown fields of a device are dropped, free attributes are kept', () => {
  const input = deviceInputSchema.parse({
    name: ' Onix ',
    uniqueId: '123',
    groupName: 'x',
    customerCpfCnpj: 'y',
    withTrace: true,
    attributes: { speedLimit: 43.2, colour: 'blue' },
  });
  expect(input).toEqual({ name: 'Onix', uniqueId: '123', attributes: { speedLimit: 43.2, colour: 'blue' } });
});

test('every field error of a device is told at once', () => {
  const result = deviceInputSchema.safeParse({ name: '', attributes: { speedLimit: -1 } });
  const paths = result.error?.issues.map(({ path }) => path.join('.'));
  expect(paths?.sort()).toEqual(['attributes.speedLimit', 'name', 'uniqueId']);
});

test.each([
  [{ userId: 1, deviceId: 2 }, ['userId', 'deviceId']],
  [{ userId: 1, managedUserId: 2 }, ['userId', 'managedUserId']],
  [{ userId: 1 }, undefined],
  [{ deviceId: 1, groupId: 2 }, undefined],
  [{ userId: 1, deviceId: 2, groupId: 3 }, undefined],
  [{ userId: 1, deviceId: 2, geofenceId: 3 }, undefined],
  [{ userId: 1, deviceId: 2, _dc: '3' }, ['userId', 'deviceId']],
])('a link holds exactly the two ids of an allowed pair: %j', (link, pair) => {
  expect(permissionPairOf(link)).toEqual(pair);
  expect(permissionSchema.safeParse(link).success).toBe(pair !== undefined);
});

test('instants are ISO 8601 with an offset', () => {
  expect(instantSchema.safeParse('2026-11-21T03:58:08.000+00:00').success).toBe(true);
  expect(instantSchema.safeParse('2026-11-21T03:58:08Z').success).toBe(true);
  expect(instantSchema.safeParse('2026-11-21 03:58:08').success).toBe(false);
});

test('a batch of commands names a device or a group, and one of three types', () => {
  const batch = (devicesId: number[], groupsId: number[], commandType = 'engineStop') =>
    batchCommandSchema.safeParse({ devicesId, groupsId, commandType }).success;
  expect(batch([1], [])).toBe(true);
  expect(batch([], [1])).toBe(true);
  expect(batch([], [])).toBe(false);
  expect(batch([1], [], 'custom')).toBe(false);
});

test('a report over chosen dates needs both of them', () => {
  const filter = { device: [1], group: [], period: 'dateToDate', startDate: '2026-11-01T00:00:00Z' };
  expect(reportFilterSchema.safeParse(filter).success).toBe(false);
  expect(reportFilterSchema.safeParse({ ...filter, endDate: '2026-11-02T00:00:00Z' }).success).toBe(true);
  expect(reportFilterSchema.safeParse({ ...filter, period: 'yesterday', device: [] }).success).toBe(false);
});
