/** The columns of each report's spreadsheet: those of its table on screen (REP-05), each with its values' kind. */
import type { PhraseKey } from '@atalaia/phrases/phrases';
import type { ReportKind } from '../rows/report-request.ts';

/** How a stored value is shown: metres, knots and litres in the person's units, ms as `H h mm m`, instants in his zone. */
export type ColumnKind =
  | 'text'
  | 'address'
  | 'number'
  | 'instant'
  | 'distance'
  | 'speed'
  | 'volume'
  | 'duration'
  | 'course'
  | 'metres'
  | 'flag'
  | 'event'
  | 'attribute';

/** Before an attribute's name in the field of its column. */
export const attributeColumnPrefix = 'attributes.';

export interface SheetColumn {
  /** An attribute is called by its own name. */
  readonly title: PhraseKey | null;
  readonly kind: ColumnKind;
  readonly field: string;
  /** Summed in the last row. */
  readonly isSummed?: boolean;
}

const deviceName: SheetColumn = { title: 'reportColumn.deviceName', kind: 'text', field: 'deviceName' };
const startTime: SheetColumn = { title: 'reportColumn.startTime', kind: 'instant', field: 'startTime' };
const endTime: SheetColumn = { title: 'reportColumn.endTime', kind: 'instant', field: 'endTime' };
const startOdometer: SheetColumn = {
  title: 'reportColumn.startOdometer',
  kind: 'distance',
  field: 'startOdometer',
};
const endOdometer: SheetColumn = {
  title: 'reportColumn.endOdometer',
  kind: 'distance',
  field: 'endOdometer',
};
const distance: SheetColumn = {
  title: 'reportColumn.distance',
  kind: 'distance',
  field: 'distance',
  isSummed: true,
};
const speeds: readonly SheetColumn[] = [
  { title: 'reportColumn.averageSpeed', kind: 'speed', field: 'averageSpeed' },
  { title: 'reportColumn.maxSpeed', kind: 'speed', field: 'maxSpeed' },
];
const duration: SheetColumn = {
  title: 'reportColumn.duration',
  kind: 'duration',
  field: 'duration',
  isSummed: true,
};
const engineAndFuel: readonly SheetColumn[] = [
  { title: 'reportColumn.engineHours', kind: 'duration', field: 'engineHours', isSummed: true },
  { title: 'reportColumn.spentFuel', kind: 'volume', field: 'spentFuel', isSummed: true },
];

const eventType: SheetColumn = { title: 'reportColumn.eventType', kind: 'event', field: 'type' };
const route: readonly SheetColumn[] = [
  { ...deviceName, field: 'name' },
  { title: 'position.fixTime', kind: 'instant', field: 'fixTime' },
  { title: 'position.latitude', kind: 'number', field: 'latitude' },
  { title: 'position.longitude', kind: 'number', field: 'longitude' },
  { title: 'position.speed', kind: 'speed', field: 'speed' },
  { title: 'position.course', kind: 'course', field: 'course' },
  { title: 'position.address', kind: 'address', field: 'address' },
];

export const sheetColumns: Readonly<Record<ReportKind, readonly SheetColumn[]>> = {
  route,
  combined: [...route.slice(0, 2), eventType, ...route.slice(2)],
  events: [
    { ...deviceName, field: 'name' },
    { title: 'reportColumn.eventTime', kind: 'instant', field: 'eventTime' },
    eventType,
  ],
  trips: [
    ...[deviceName, startTime, endTime, startOdometer, endOdometer],
    { title: 'reportColumn.startAddress', kind: 'address', field: 'startAddress' },
    { title: 'reportColumn.endAddress', kind: 'address', field: 'endAddress' },
    distance,
    ...speeds,
    duration,
    ...engineAndFuel,
    { title: 'reportColumn.driver', kind: 'text', field: 'driverName' },
  ],
  stops: [
    ...[deviceName, startTime, endTime, startOdometer],
    { title: 'reportColumn.address', kind: 'address', field: 'address' },
    duration,
    ...engineAndFuel,
  ],
  geofences: [
    deviceName,
    { title: 'reportColumn.geofence', kind: 'text', field: 'geofenceName' },
    startTime,
    endTime,
    duration,
  ],
  summary: [deviceName, distance, startOdometer, endOdometer, ...speeds, ...engineAndFuel],
};

export const sheetTitles: Readonly<Record<ReportKind, PhraseKey>> = {
  route: 'report.routeTitle',
  events: 'report.eventTitle',
  trips: 'report.tripTitle',
  stops: 'report.stopTitle',
  summary: 'report.summaryTitle',
  geofences: 'report.geofenceTitle',
  combined: 'report.combinedTitle',
};
