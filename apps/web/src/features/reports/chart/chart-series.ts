/**
 * What a chart draws of a route: one line for each chosen number of each device, over one axis of time. Pure, by columns:
 * a hundred thousand rows make arrays and no objects.
 */
import {
  type AttributeUnits,
  attributeMeasure,
  type Measure,
} from '@atalaia/domain/attributes/attribute-measure';
import { speedFromKnots, unitSigns } from '@atalaia/domain/units/units';
import { attributeOrder } from '../../../lib/formats/attribute-text.ts';
import { attributePrefix, type RouteColumns } from '../../../lib/reports/route-columns.ts';
import { type Silence, silencesOf } from './silences.ts';

/** `speed`, `altitude`, `course`, or `attributes.` and a name. */
export type NumberKey = string;

export interface ChartLine {
  readonly key: NumberKey;
  readonly deviceId: number;
  readonly measure: Measure;
  /** In the measure's unit, one an instant; undefined where the device has no such number then. */
  readonly values: readonly (number | undefined)[];
  /** Of its device: no line is drawn there. */
  readonly silences: readonly Silence[];
}

export interface ChartData {
  /** Seconds since 1970 UTC, growing. */
  readonly times: readonly number[];
  /** The row that each instant is of. */
  readonly rows: Int32Array;
  readonly lines: readonly ChartLine[];
}

const fields = ['speed', 'altitude', 'course'] as const;
type Field = (typeof fields)[number];
const isField = (key: string): key is Field => (fields as readonly string[]).includes(key);

/** Numbers that count or name messages, and say nothing over time. */
const dull: ReadonlySet<string> = new Set(['index', 'distance', 'input', 'output']);

/** Every number the rows have, those of the position first, then its attributes in the order of the catalogue. */
export function numberKeysOf(columns: RouteColumns): readonly NumberKey[] {
  const named = columns
    .attributeKeys()
    .filter((key) => !dull.has(key) && columns.attributeNumbers(key) !== undefined);
  return [...fields, ...attributeOrder(named).map((key) => attributePrefix + key)];
}

export function measureOf(key: NumberKey, units: AttributeUnits): Measure {
  if (key === 'speed') {
    const { speedUnit } = units;
    return { sign: unitSigns[speedUnit], factor: speedFromKnots(1, speedUnit) };
  }
  if (key === 'altitude') return { sign: 'm', factor: 1 };
  if (key === 'course') return { sign: '°', factor: 1 };
  return attributeMeasure(key.slice(attributePrefix.length), units);
}

/** Rows of several devices come one device after the other; on the axis they stand by time. What a device never reported has no line. */
export function chartDataOf(
  columns: RouteColumns,
  keys: readonly NumberKey[],
  units: AttributeUnits,
): ChartData {
  const instants = columns.numbers('fixTime');
  const devices = columns.numbers('deviceId');
  const rows = Int32Array.from(instants, (_, row) => row);
  const isInOrder = instants.every((instant, row) => row === 0 || instant >= (instants[row - 1] ?? 0));
  if (!isInOrder) rows.sort((one, other) => (instants[one] ?? 0) - (instants[other] ?? 0) || one - other);
  const times = Array.from(rows, (row) => (instants[row] ?? 0) / 1000);
  const lines = [...new Set(devices)].flatMap((deviceId) => {
    const silences = silencesOf(times.filter((_, place) => devices[rows[place] ?? -1] === deviceId));
    return keys.flatMap((key): ChartLine[] => {
      const stored = isField(key)
        ? columns.numbers(key)
        : columns.attributeNumbers(key.slice(attributePrefix.length));
      if (!stored) return [];
      const measure = measureOf(key, units);
      const values = Array.from(rows, (row) => {
        const value = devices[row] === deviceId ? (stored[row] ?? Number.NaN) : Number.NaN;
        return Number.isNaN(value) ? undefined : value * measure.factor;
      });
      return values.some((value) => value !== undefined)
        ? [{ key, deviceId, measure, values, silences }]
        : [];
    });
  });
  return { times, rows, lines };
}
