/** The columns of each report as data: what a row says, how it is shown, and which are there before anybody chose (REP-05). */
import { attributeOrder } from '../../../lib/formats/attribute-text.ts';
import type { ReportName } from '../../../lib/reports/report-names.ts';
import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { attributePrefix } from '../../../lib/reports/route-columns.ts';
import type { TextKey } from '../../../lib/texts/texts.ts';

/** How a stored value is shown: knots, metres, litres and ms in the person's units, instants in his zone (REP-10). */
export type CellKind =
  | 'text'
  | 'address'
  | 'instant'
  | 'latitude'
  | 'longitude'
  | 'speed'
  | 'course'
  | 'distance'
  | 'metres'
  | 'volume'
  | 'duration'
  | 'number'
  | 'flag'
  | 'event'
  | 'geofence'
  | 'maintenance'
  | 'attribute';

export interface ReportColumn {
  /** The row's field; of an attribute `attributes.` and its name. It is remembered by this. */
  readonly key: string;
  /** An attribute is called by its own name. */
  readonly title: TextKey | null;
  /** Where the table is narrow. */
  readonly short?: TextKey;
  readonly kind: CellKind;
  /** Px; the columns share the table's width in this proportion. */
  readonly width: number;
  /** The column that is its second line where both are shown: a row of 45 px holds two. */
  readonly below?: string;
  /** Summed in the last row. */
  readonly isSummed?: boolean;
  /** Not shown until somebody chooses it. */
  readonly isOptional?: boolean;
}

/** So that a report's own columns fit beside the right panel of a window of 1366 px. */
const widths: Readonly<Record<CellKind, number>> = {
  text: 132,
  address: 200,
  instant: 166,
  latitude: 104,
  longitude: 104,
  speed: 104,
  course: 64,
  distance: 104,
  metres: 84,
  volume: 104,
  duration: 104,
  number: 92,
  flag: 76,
  event: 170,
  geofence: 120,
  maintenance: 120,
  attribute: 116,
};

type More = Partial<Pick<ReportColumn, 'width' | 'isSummed' | 'isOptional' | 'below' | 'short'>>;

const column = (key: string, title: TextKey, kind: CellKind, more: More = {}): ReportColumn => ({
  key,
  title,
  kind,
  width: widths[kind],
  ...more,
});

/** No wider than the time above it needs where the table is narrow. */
const belowInstant = { width: 178 };
const sum = { isSummed: true };
const optional = { isOptional: true };

const deviceName = column('deviceName', 'reportColumn.deviceName', 'text', { below: 'driverName' });
const startTime = column('startTime', 'reportColumn.startTime', 'instant', { below: 'startAddress' });
const endTime = column('endTime', 'reportColumn.endTime', 'instant', { below: 'endAddress' });
const startOdometer = column('startOdometer', 'reportColumn.startOdometer', 'distance', {
  ...{ below: 'endOdometer', short: 'reportColumn.startOdometerShort' },
});
const endOdometer = column('endOdometer', 'reportColumn.endOdometer', 'distance', {
  short: 'reportColumn.endOdometerShort',
});
const distance = column('distance', 'reportColumn.distance', 'distance', { ...sum, below: 'duration' });
const averageSpeed = column('averageSpeed', 'reportColumn.averageSpeed', 'speed', {
  ...{ below: 'maxSpeed', short: 'reportColumn.averageSpeedShort' },
});
const maxSpeed = column('maxSpeed', 'reportColumn.maxSpeed', 'speed', {
  short: 'reportColumn.maxSpeedShort',
});
const duration = column('duration', 'reportColumn.duration', 'duration', sum);
const engineHours = column('engineHours', 'reportColumn.engineHours', 'duration', {
  ...sum,
  ...{ below: 'spentFuel', short: 'reportColumn.engineHoursShort' },
});
const spentFuel = column('spentFuel', 'reportColumn.spentFuel', 'volume', {
  ...sum,
  short: 'reportColumn.spentFuelShort',
});

const fixedColumns: Readonly<Record<ReportName, readonly ReportColumn[]>> = {
  route: [
    column('name', 'reportColumn.deviceName', 'text'),
    column('fixTime', 'reportColumn.fixTime', 'instant'),
    column('speed', 'position.speed', 'speed', { below: 'course' }),
    column('address', 'position.address', 'address'),
    column('latitude', 'position.latitude', 'latitude', { below: 'longitude' }),
    column('longitude', 'position.longitude', 'longitude'),
    column('course', 'position.course', 'course'),
    column('altitude', 'position.altitude', 'metres', optional),
    column('accuracy', 'position.accuracy', 'metres', optional),
    column('valid', 'position.valid', 'flag', optional),
    column('outdated', 'position.outdated', 'flag', optional),
    column('deviceTime', 'position.deviceTime', 'instant', { ...optional, below: 'serverTime' }),
    column('serverTime', 'position.serverTime', 'instant', optional),
    column('protocol', 'position.protocol', 'text', optional),
    column('type', 'position.type', 'text', optional),
    column('id', 'position.id', 'number', optional),
  ],
  event: [
    column('name', 'reportColumn.deviceName', 'text'),
    column('eventTime', 'reportColumn.eventTime', 'instant'),
    column('type', 'reportColumn.eventType', 'event'),
    column('geofenceId', 'reportColumn.geofence', 'geofence'),
    column('maintenanceId', 'reportColumn.maintenance', 'maintenance'),
    column('handledAt', 'reportColumn.handledAt', 'instant', { ...optional, below: 'handledBy' }),
    column('handledBy', 'reportColumn.handledBy', 'text', optional),
    column('serverTime', 'position.serverTime', 'instant', optional),
  ],
  trip: [
    ...[deviceName, startTime, endTime, duration, distance, averageSpeed, maxSpeed],
    column('startAddress', 'reportColumn.startAddress', 'address', belowInstant),
    column('endAddress', 'reportColumn.endAddress', 'address', belowInstant),
    ...[startOdometer, endOdometer, engineHours, spentFuel],
    column('driverName', 'reportColumn.driver', 'text'),
    column('driverUniqueId', 'reportColumn.driverId', 'text', optional),
  ],
  stop: [
    ...[deviceName, { ...startTime, below: 'endTime' }, endTime, duration],
    column('address', 'reportColumn.address', 'address'),
    ...[startOdometer, engineHours, spentFuel, { ...endOdometer, isOptional: true }],
  ],
  summary: [
    ...[deviceName, distance, startOdometer, endOdometer, averageSpeed, maxSpeed, engineHours, spentFuel],
    ...[startTime, endTime].map((one) => ({ ...one, isOptional: true })),
  ],
};

/** All columns that these rows can have: a route's attributes after its own, in the order of the catalogue. */
export function columnsOf(name: ReportName, rows: ReportRows | null): readonly ReportColumn[] {
  if (name !== 'route' || rows?.name !== 'route') return fixedColumns[name];
  const attributes = attributeOrder(rows.columns.attributeKeys()).map(
    (key): ReportColumn => ({
      key: attributePrefix + key,
      title: null,
      kind: 'attribute',
      width: widths.attribute,
      isOptional: true,
    }),
  );
  return [...fixedColumns.route, ...attributes];
}

/** The columns to show: those chosen, in the report's own order; those that are not optional until somebody chose. */
export function shownColumns(
  all: readonly ReportColumn[],
  chosen: readonly string[] | undefined,
): readonly ReportColumn[] {
  const shown = all.filter(({ key, isOptional }) => (chosen ? chosen.includes(key) : !isOptional));
  return shown.length > 0 ? shown : all.filter(({ isOptional }) => !isOptional);
}

/** A column of the table, and the one that is its second line. */
export interface ColumnPair {
  readonly upper: ReportColumn;
  readonly lower: ReportColumn | undefined;
}

/** The shown columns two and two, where the second line's one is shown as well; each of them once. */
export function pairedColumns(shown: readonly ReportColumn[]): readonly ColumnPair[] {
  const pairs = shown.map((upper) => ({ upper, lower: shown.find(({ key }) => key === upper.below) }));
  const lower = new Set(pairs.map((pair) => pair.lower));
  return pairs.filter(({ upper }) => !lower.has(upper));
}
