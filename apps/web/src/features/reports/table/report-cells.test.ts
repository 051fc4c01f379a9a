import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { expect, test } from 'vitest';
import { createFormats } from '../../../lib/formats/formats.ts';
import { createRows } from '../../../lib/reports/report-rows.ts';
import { aRouteRow } from '../../../lib/testing/a-position.ts';
import { anEvent } from '../../../lib/testing/an-event.ts';
import { type CellLabels, cellText, numberText, sortValue } from './report-cells.ts';
import { columnsOf, pairedColumns, shownColumns } from './report-columns.ts';
import { filledOf, totalsOf } from './use-table-rows.ts';

const labelsWith = (settings: Parameters<typeof resolveSettings>[1]): CellLabels => ({
  text: (key: string) => key,
  textOr: (key: string) => key,
  formats: createFormats(resolveSettings({}, settings), 'en'),
  geofences: new Map([[4, 'Depot']]),
  maintenances: new Map(),
});
const labels = labelsWith({});

const summary = {
  deviceId: 7,
  deviceName: 'Strada 7',
  startTime: '2026-11-21T06:00:00.000Z',
  endTime: '2026-11-21T07:00:00.000Z',
  distance: 1500,
  startOdometer: 0,
  endOdometer: 1500,
  averageSpeed: 10,
  maxSpeed: 20,
  engineHours: 3_660_000,
  spentFuel: 4,
};

test('[REP-10] speeds, distances and volumes are in the person’s units, and hours are H h mm m', () => {
  const shownIn = (settings: Parameters<typeof resolveSettings>[1]) =>
    columnsOf('summary', null)
      .filter(({ key }) => ['distance', 'maxSpeed', 'engineHours', 'spentFuel'].includes(key))
      .map((column) => cellText(column, summary, labelsWith(settings)));
  expect(shownIn({})).toEqual(['1.50 km', '37 km/h', '1 h 01 m', '4.0 L']);
  expect(shownIn({ distanceUnit: 'mi', speedUnit: 'kn', volumeUnit: 'usGal' })).toEqual([
    '0.93 mi',
    '20 kn',
    '1 h 01 m',
    '1.1 gal (US)',
  ]);
});

test('[REP-05] the last row sums distance, engine hours and fuel, and nothing else', () => {
  const { rows, push } = createRows('summary');
  push(summary);
  push({ ...summary, distance: 500, spentFuel: 1 });
  const columns = columnsOf('summary', rows);
  expect(Object.fromEntries(totalsOf(rows, columns))).toEqual({
    distance: 2000,
    engineHours: 7_320_000,
    spentFuel: 5,
  });
  const distance = columns.find(({ key }) => key === 'distance');
  expect(distance && numberText(distance, 2000, labels.formats)).toBe('2.00 km');
});

test('[REP-05] a route offers the attributes that its rows have, and shows the columns that were chosen', () => {
  const { rows, push } = createRows('route');
  push(aRouteRow({ speed: 10, attributes: { rpm: 900, ignition: true } }));
  push(aRouteRow({ speed: 5, attributes: {} }));
  const all = columnsOf('route', rows);
  expect(all.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['attributes.rpm', 'attributes.ignition']),
  );
  expect(shownColumns(all, undefined).map(({ key }) => key)).not.toContain('attributes.rpm');
  const chosen = shownColumns(all, ['attributes.rpm', 'speed', 'gone']);
  expect(chosen.map(({ key }) => key)).toEqual(['speed', 'attributes.rpm']);
  const [speed, rpm] = chosen;
  if (!speed || !rpm) throw new Error('two columns were chosen');
  expect(sortValue(speed, rows, 1, labels)).toBe(5);
  expect(sortValue(rpm, rows, 0, labels)).toBe(900);
  expect(sortValue(rpm, rows, 1, labels)).toBeNull();
  expect(cellText(rpm, rows.rowAt(1), labels)).toBe('value.missing');
  expect(shownColumns(all, ['gone'])).toEqual(shownColumns(all, undefined));
});

test('[REP-10] [UNIT-02] how far off a town something was is in the person’s language, in every report that has an address', () => {
  const told = '12 km da Serra, ES';
  const row = { address: told, startAddress: told, endAddress: told };
  for (const name of ['route', 'trip', 'stop'] as const) {
    const columns = columnsOf(name, null).filter(({ key }) => Object.hasOwn(row, key));
    expect(columns).toHaveLength(name === 'trip' ? 2 : 1);
    for (const column of columns) expect(cellText(column, row, labels)).toBe('12 km from Serra, ES');
  }
});

test('an event says its geofence by name, or by number while the name is not known', () => {
  const geofence = columnsOf('event', null).find(({ key }) => key === 'geofenceId');
  if (!geofence) throw new Error('events have a geofence');
  const shown = (geofenceId: number) => cellText(geofence, anEvent({ geofenceId }), labels);
  expect([shown(4), shown(5), shown(0)]).toEqual(['Depot', '5', 'value.missing']);
});

test('[REP-05] a trip’s start and end are its time with its address below; a column without its second line stands alone', () => {
  const all = columnsOf('trip', null);
  const keys = (chosen?: readonly string[]) =>
    pairedColumns(shownColumns(all, chosen)).map(({ upper, lower }) => [upper.key, lower?.key]);
  expect(keys()).toEqual([
    ['deviceName', 'driverName'],
    ['startTime', 'startAddress'],
    ['endTime', 'endAddress'],
    ['distance', 'duration'],
    ['averageSpeed', 'maxSpeed'],
    ['startOdometer', 'endOdometer'],
    ['engineHours', 'spentFuel'],
  ]);
  expect(keys(['startTime', 'endAddress'])).toEqual([
    ['startTime', undefined],
    ['endAddress', undefined],
  ]);
});

test('[REP-05] the columns of every report fit beside the right panel of a window of 1366 px', () => {
  for (const name of ['route', 'event', 'trip', 'stop', 'summary'] as const) {
    const width = pairedColumns(shownColumns(columnsOf(name, null), undefined))
      .map(({ upper, lower }) => Math.max(upper.width, lower?.width ?? 0))
      .reduce((sum, one) => sum + one, 0);
    // rail, right panel, the map’s tools, and the air around the table; a table gives up a fifth before it scrolls
    expect(width * 0.8, name).toBeLessThanOrEqual(1366 - 56 - 360 - 76 - 16 - 32);
  }
});

test('[REP-05] a column with nothing in it is known, so that it gives its room to the others', () => {
  const { rows, push } = createRows('summary');
  push({ ...summary, spentFuel: 0 });
  const filled = filledOf(rows, columnsOf('summary', null), 1);
  expect(filled.has('maxSpeed')).toBe(true);
  expect(filled.has('spentFuel')).toBe(false);
});
