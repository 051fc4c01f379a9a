/** A position's attributes in a spreadsheet: called, and in the units, as the table on screen has them (REP-10). */

import { attributeMeasure } from '@atalaia/domain/attributes/attribute-measure';
import { attributeMeaning, numberedAttributeOf } from '@atalaia/domain/attributes/position-attributes';
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import type { SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { formatHours } from '@atalaia/domain/units/number-text';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { SheetReader } from '../rows/report-request.ts';
import { cellStyles } from './cell-styles.ts';

const isHours = (key: string) => attributeMeaning(key)?.dataType === 'hours';

/** `Hodômetro (km)`, `Temperatura 2 (°C)`; a key of no catalogue is its own name. */
export function attributeTitle(key: string, { language, settings }: SheetReader): string {
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
export function attributeCell(key: string, value: unknown, { language, settings }: SheetReader): SheetCell {
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
