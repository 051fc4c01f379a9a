import { attributeMeasure } from '@atalaia/domain/attributes/attribute-measure';
import { attributeMeaning, numberedAttributeOf } from '@atalaia/domain/attributes/position-attributes';
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import { courseName, placeText } from '@atalaia/domain/geo/coordinates';
import type { CellStyle, SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { localTimeAt } from '@atalaia/domain/time/zoned-time';
import { formatHours } from '@atalaia/domain/units/number-text';
import { distanceFromMetres, speedFromKnots, unitSigns, volumeFromLitres } from '@atalaia/domain/units/units';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { SheetReader } from '../rows/report-request.ts';
import { attributeColumnPrefix, type SheetColumn } from './sheet-columns.ts';

/** How the cells of a report are shown. A time is a true date with the wall clock of the person. */
const cellStyles = Object.freeze({
  distance: { format: '#,##0.00' },
  speed: { format: '#,##0.0' },
  volume: { format: '#,##0.0' },
  number: { format: '0.######' },
  attribute: { format: '#,##0.##' },
  duration: { format: '@', isRight: true },
  instant: { format: 'dd/mm/yyyy - hh:mm:ss' },
  instantInHalfDays: { format: 'dd/mm/yyyy - hh:mm:ss AM/PM' },
}) satisfies Readonly<Record<string, CellStyle>>;

type Fields = Readonly<Record<string, unknown>>;

/** The column's title with the unit of its numbers. */
export function titleOf({ title, kind, field }: SheetColumn, reader: SheetReader): string {
  const { language, settings } = reader;
  if (title === null) return attributeTitle(field.slice(attributeColumnPrefix.length), reader);
  if (kind === 'metres') return `${say(language, title)} (m)`;
  const unit =
    kind === 'distance'
      ? settings.distanceUnit
      : kind === 'speed'
        ? settings.speedUnit
        : kind === 'volume'
          ? settings.volumeUnit
          : undefined;
  return unit ? `${say(language, title)} (${unitSigns[unit]})` : say(language, title);
}

/** What a row has in this column. */
export function cellOf(column: SheetColumn, row: Fields, reader: SheetReader): SheetCell {
  const { kind, field } = column;
  if (kind !== 'attribute') return valueCell(kind, row[field], row, reader);
  const key = field.slice(attributeColumnPrefix.length);
  return attributeCell(key, (row.attributes as Fields | undefined)?.[key], reader);
}

/** A value as a cell; a time is a true date that shows the person's wall clock. */
export function valueCell(
  kind: SheetColumn['kind'],
  value: unknown,
  row: Fields,
  reader: SheetReader,
): SheetCell {
  const { settings } = reader;
  if (kind === 'event') return eventText(value, row, reader);
  if (typeof value === 'boolean') return say(reader.language, value ? 'value.yes' : 'value.no');
  if (typeof value === 'string') {
    if (kind === 'address') return placeText(value, reader.language);
    return kind === 'instant' ? dateCell(value, settings) : value;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) return null;
  switch (kind) {
    case 'distance':
      return { value: distanceFromMetres(value, settings.distanceUnit), style: cellStyles.distance };
    case 'speed':
      return { value: speedFromKnots(value, settings.speedUnit), style: cellStyles.speed };
    case 'volume':
      return { value: volumeFromLitres(value, settings.volumeUnit), style: cellStyles.volume };
    case 'duration':
      return { value: formatHours(value, reader.language), style: cellStyles.duration };
    case 'course':
      return courseName(value);
    default:
      return { value, style: cellStyles.number };
  }
}

function dateCell(instant: string, { timezone, twelveHourFormat }: SheetReader['settings']): SheetCell {
  const { year, month, day, hour, minute, second } = localTimeAt(Date.parse(instant), timezone);
  return {
    value: new Date(Date.UTC(year, month - 1, day, hour, minute, second)),
    style: twelveHourFormat ? cellStyles.instantInHalfDays : cellStyles.instant,
  };
}

/** The type of an event, and of an alarm which. */
function eventText(type: unknown, { attributes }: Fields, { language }: SheetReader): string {
  // a place at which nothing happened
  if (typeof type !== 'string') return '';
  const { alarm } = (attributes ?? {}) as Fields;
  const phrase = (key: string) => (hasPhrase(key) ? say(language, key) : undefined);
  const label = phrase(`eventType.${type}`) ?? type;
  return type === 'alarm' && alarm ? `${label}: ${phrase(`alarm.${alarm}`) ?? alarm}` : label;
}

/** A position's attributes in a spreadsheet: called, and in the units, as the table on screen has them (REP-10). */
const isHours = (key: string) => attributeMeaning(key)?.dataType === 'hours';

/** `Odômetro (km)`, `Temperatura 2 (°C)`; a key of no catalogue is its own name. */
function attributeTitle(key: string, { language, settings }: SheetReader): string {
  const { sign } = attributeMeasure(key, settings);
  return sign === '' || isHours(key) ? nameOf(key, language) : `${nameOf(key, language)} (${sign})`;
}

function nameOf(key: string, language: SheetReader['language']): string {
  const own = `attribute.${key}`;
  if (hasPhrase(own)) return say(language, own);
  const numbered = numberedAttributeOf(key);
  return numbered ? say(language, `attribute.${numbered.family}`, { number: numbered.number }) : key;
}

/** A number in the person's unit; hours as `H h mm m`, a flag as yes or no, what has no plain value as data. */
function attributeCell(key: string, value: unknown, { language, settings }: SheetReader): SheetCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return say(language, value ? 'value.yes' : 'value.no');
  if (typeof value === 'string') return key === 'alarm' ? alarmNames(value, language) : value;
  if (typeof value !== 'number') return JSON.stringify(value);
  if (isHours(key)) return { value: formatHours(value, language), style: cellStyles.duration };
  return { value: value * attributeMeasure(key, settings).factor, style: cellStyles.attribute };
}

function alarmNames(value: string, language: SheetReader['language']): string {
  const named = alarmsOf(value).map((alarm) => {
    const phrase = `alarm.${alarm}`;
    return hasPhrase(phrase) ? say(language, phrase) : alarm;
  });
  return named.join(', ');
}
