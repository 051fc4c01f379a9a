/** A position's attributes in words: what each is called, and its value in the person's units (UNIT-04). */

import {
  numberedAttributeOf,
  type PositionAttribute,
  positionAttributes,
} from '@atalaia/domain/attributes/position-attributes';
import { alarmsOf } from '@atalaia/domain/catalog/alarms';
import type { Text, TextsState } from '../texts/texts.ts';
import type { Formats } from './formats.ts';

/** `Odômetro`, `Temperatura 2`; a key of no catalogue is its own name. */
export function attributeLabel(key: string, text: Text): string {
  if (Object.hasOwn(positionAttributes, key)) return text(`attribute.${key as PositionAttribute}`);
  const numbered = numberedAttributeOf(key);
  return numbered ? text(`attribute.${numbered.family}`, { number: numbered.number }) : key;
}

/** `182.407,31 km`, `Sim`, `SOS/Pânico`; what has no plain value is shown as data. */
export function attributeValue(
  key: string,
  value: unknown,
  formats: Pick<Formats, 'attribute'>,
  { text, textOr }: Pick<TextsState, 'text' | 'textOr'>,
): string {
  if (typeof value === 'boolean') return text(value ? 'value.yes' : 'value.no');
  if (key === 'alarm' && typeof value === 'string') {
    return alarmsOf(value)
      .map((alarm) => textOr(`alarm.${alarm}`, alarm))
      .join(', ');
  }
  return formats.attribute(key, value) ?? JSON.stringify(value);
}

const catalogue = Object.keys(positionAttributes);

/** Keys in the order of the catalogue, families and unknown ones after it by name. */
export function attributeOrder(keys: readonly string[]): readonly string[] {
  const place = (key: string) => {
    const at = catalogue.indexOf(key);
    return at === -1 ? catalogue.length : at;
  };
  return keys.toSorted((one, other) => place(one) - place(other) || one.localeCompare(other));
}
