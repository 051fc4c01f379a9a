/** A value of a report as text, as a number to sum, and as something to sort by. */
import { attributeLabel, attributeValue } from '../../../lib/formats/attribute-text.ts';
import type { Formats } from '../../../lib/formats/formats.ts';
import type { ReportRows } from '../../../lib/reports/report-rows.ts';
import { attributePrefix } from '../../../lib/reports/route-columns.ts';
import type { TextsState } from '../../../lib/texts/texts.ts';
import type { ReportColumn } from './report-columns.ts';

export interface CellLabels extends Pick<TextsState, 'text' | 'textOr'> {
  readonly formats: Formats;
  /** Names by number, as far as they are known. */
  readonly geofences: ReadonlyMap<number, string>;
  readonly maintenances: ReadonlyMap<number, string>;
}

type Fields = Readonly<Record<string, unknown>>;

export function fieldOf({ key }: ReportColumn, row: object): unknown {
  const fields = row as Fields;
  if (!key.startsWith(attributePrefix)) return fields[key];
  return (fields.attributes as Fields | undefined)?.[key.slice(attributePrefix.length)];
}

export function titleOf({ key, title }: ReportColumn, { text }: Pick<CellLabels, 'text'>): string {
  return title ? text(title) : attributeLabel(key.slice(attributePrefix.length), text);
}

/** As it is in the table; a missing value is `-` (section 8). */
export function cellText(column: ReportColumn, row: object, labels: CellLabels): string {
  return shown(column, row, labels) || labels.text('value.missing');
}

function shown(column: ReportColumn, row: object, labels: CellLabels): string | null | undefined {
  const { formats, text, textOr } = labels;
  const value = fieldOf(column, row);
  if (value === null || value === undefined) return null;
  switch (column.kind) {
    case 'event':
      return eventName(row as NamedEvent, textOr);
    case 'geofence':
      return nameIn(labels.geofences, value);
    case 'maintenance':
      return nameIn(labels.maintenances, value);
    case 'attribute':
      return attributeValue(column.key.slice(attributePrefix.length), value, formats, labels);
    case 'flag':
      return text(value ? 'value.yes' : 'value.no');
    case 'instant':
      return formats.dateTime(String(value));
    case 'address':
      return formats.address(String(value));
    case 'text':
      return String(value);
    default:
      return typeof value === 'number' ? numberText(column, value, formats) : null;
  }
}

/** A number in the person's units (REP-10). */
export function numberText({ kind }: Pick<ReportColumn, 'kind'>, value: number, formats: Formats): string {
  switch (kind) {
    case 'speed':
      return formats.speed(value);
    case 'distance':
      return formats.distance(value);
    case 'volume':
      return formats.volume(value);
    case 'duration':
      return formats.hours(value);
    case 'latitude':
      return formats.latitude(value);
    case 'longitude':
      return formats.longitude(value);
    case 'course':
      return formats.course(value);
    case 'metres':
      return `${formats.count(value)} m`;
    default:
      return formats.count(value);
  }
}

/** The number that is no name yet is shown as it is: better than nothing. */
function nameIn(names: ReadonlyMap<number, string>, id: unknown): string | null {
  return typeof id === 'number' && id > 0 ? (names.get(id) ?? String(id)) : null;
}

/** What the table sorts by: numbers and instants by their size, everything else as it is read. */
export function sortValue(
  column: ReportColumn,
  rows: ReportRows,
  index: number,
  labels: CellLabels,
): number | string | null {
  const { kind, key } = column;
  if (kind === 'event' || kind === 'geofence' || kind === 'maintenance')
    return shown(column, rows.rowAt(index), labels) ?? null;
  const value = rows.name === 'route' ? rows.columns.valueAt(index, key) : fieldOf(column, rows.rowAt(index));
  if (value === null || value === undefined) return null;
  if (kind === 'instant' && typeof value === 'string') return Date.parse(value);
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'boolean' ? Number(value) : JSON.stringify(value);
}

interface NamedEvent {
  readonly type: string;
  readonly attributes: { readonly alarm?: string | undefined };
}

/** `Ignição ligada`, `Alarme: SOS/Pânico`. */
export function eventName({ type, attributes }: NamedEvent, textOr: TextsState['textOr']): string {
  const label = textOr(`eventType.${type}`, type);
  return attributes.alarm ? `${label}: ${textOr(`alarm.${attributes.alarm}`, attributes.alarm)}` : label;
}
