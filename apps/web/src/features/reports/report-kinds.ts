/** Reports as data: where one comes from, what it is called, and what its table shows. They differ in nothing else. */
import { eventSchema } from '@atalaia/contract/event';
import { routeRowSchema, stopSchema, summarySchema, tripSchema } from '@atalaia/contract/report-rows';
import type { z } from 'zod';
import type { Formats } from '../../lib/formats/formats.ts';
import type { ReportName } from '../../lib/reports/report-names.ts';
import type { TextKey, TextsState } from '../../lib/texts/texts.ts';

interface ReportWords extends Pick<TextsState, 'text' | 'textOr'> {
  readonly formats: Formats;
}

export interface ReportColumn<Row> {
  readonly title: TextKey;
  readonly cell: (row: Row, words: ReportWords) => string | null;
}

export interface ReportKind<Row> {
  /** In the form. */
  readonly name: TextKey;
  /** Below `reports/`. */
  readonly path: 'route' | 'events' | 'trips' | 'stops' | 'summary';
  readonly schema: z.ZodType<Row>;
  readonly columns: readonly ReportColumn<Row>[];
}

type Travel = Record<'startTime' | 'endTime', string>;

const start: ReportColumn<Travel> = {
  title: 'reportColumn.startTime',
  cell: ({ startTime }, { formats }) => formats.dateTime(startTime),
};
const end: ReportColumn<Travel> = {
  title: 'reportColumn.endTime',
  cell: ({ endTime }, { formats }) => formats.dateTime(endTime),
};
const device: ReportColumn<{ deviceName: string }> = {
  title: 'reportColumn.deviceName',
  cell: ({ deviceName }) => deviceName,
};

type MetresField = 'distance' | 'startOdometer' | 'endOdometer';
const metres = <Field extends MetresField>(field: Field): ReportColumn<Record<Field, number>> => ({
  title: `reportColumn.${field}`,
  cell: (row, { formats }) => formats.distance(row[field]),
});

type KnotsField = 'averageSpeed' | 'maxSpeed';
const knots = <Field extends KnotsField>(field: Field): ReportColumn<Record<Field, number>> => ({
  title: `reportColumn.${field}`,
  cell: (row, { formats }) => formats.speed(row[field]),
});

type TimeField = 'duration' | 'engineHours';
const hours = <Field extends TimeField>(field: Field): ReportColumn<Record<Field, number>> => ({
  title: `reportColumn.${field}`,
  cell: (row, { formats }) => formats.hours(row[field]),
});

const kindOf = <Row>(kind: ReportKind<Row>): ReportKind<Row> => kind;

export const reportKinds = {
  route: kindOf({
    name: 'report.route',
    path: 'route',
    schema: routeRowSchema,
    columns: [
      { title: 'reportColumn.deviceName', cell: ({ name }) => name },
      { title: 'reportColumn.fixTime', cell: ({ fixTime }, { formats }) => formats.dateTime(fixTime) },
      { title: 'position.latitude', cell: ({ latitude }, { formats }) => formats.latitude(latitude) },
      { title: 'position.longitude', cell: ({ longitude }, { formats }) => formats.longitude(longitude) },
      { title: 'position.speed', cell: ({ speed }, { formats }) => formats.speed(speed) },
      { title: 'position.course', cell: ({ course }, { formats }) => formats.course(course) },
      { title: 'reportColumn.address', cell: ({ address }) => address },
    ],
  }),
  event: kindOf({
    name: 'report.event',
    path: 'events',
    schema: eventSchema,
    columns: [
      { title: 'reportColumn.deviceName', cell: ({ name }) => name },
      { title: 'reportColumn.eventTime', cell: ({ eventTime }, { formats }) => formats.dateTime(eventTime) },
      {
        title: 'reportColumn.eventType',
        cell: ({ type, attributes: { alarm } }, { textOr }) => {
          const label = textOr(`eventType.${type}`, type);
          return alarm ? `${label}: ${textOr(`alarm.${alarm}`, alarm)}` : label;
        },
      },
    ],
  }),
  trip: kindOf({
    name: 'report.trip',
    path: 'trips',
    schema: tripSchema,
    columns: [
      device,
      start,
      end,
      metres('distance'),
      hours('duration'),
      knots('averageSpeed'),
      knots('maxSpeed'),
      { title: 'reportColumn.startAddress', cell: ({ startAddress }) => startAddress },
      { title: 'reportColumn.endAddress', cell: ({ endAddress }) => endAddress },
      hours('engineHours'),
      {
        title: 'reportColumn.driver',
        cell: ({ driverName, driverUniqueId }) => driverName ?? driverUniqueId,
      },
    ],
  }),
  stop: kindOf({
    name: 'report.stop',
    path: 'stops',
    schema: stopSchema,
    columns: [
      device,
      start,
      end,
      hours('duration'),
      { title: 'reportColumn.address', cell: ({ address }) => address },
      metres('startOdometer'),
      hours('engineHours'),
    ],
  }),
  summary: kindOf({
    name: 'report.summary',
    path: 'summary',
    schema: summarySchema,
    columns: [
      device,
      metres('distance'),
      metres('startOdometer'),
      metres('endOdometer'),
      knots('averageSpeed'),
      knots('maxSpeed'),
      hours('engineHours'),
    ],
  }),
} as const satisfies Record<ReportName, unknown>;
