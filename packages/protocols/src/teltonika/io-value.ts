import { knotsFromKph } from '@atalaia/domain/units/units';
import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import type { AlarmElement, IoElement } from './io-element.ts';
import { alarmElements, fmb6Alarms, fmb6Elements, ioElements } from './io-elements.ts';

type Width = 1 | 2 | 4 | 8;

const widths: readonly Width[] = Object.freeze([1, 2, 4, 8]);

/** An element has one meaning for its id and width, so both together find it. */
const keyOf = (id: number, width: Width) => id * 16 + width;

/** By id and width; of two rows that both fit the first holds. */
function byKey<Row extends { readonly id: number }>(
  rows: readonly Row[],
  fits: (row: Row, width: Width) => boolean,
): ReadonlyMap<number, Row> {
  const found = new Map<number, Row>();
  for (const row of rows) {
    for (const width of widths.filter((one) => fits(row, one))) {
      const key = keyOf(row.id, width);
      if (!found.has(key)) found.set(key, row);
    }
  }
  return found;
}

interface Meaning {
  readonly alarm?: AlarmElement | undefined;
  readonly element?: IoElement | undefined;
}

const elements = byKey<IoElement>(ioElements, (row, width) => row.width === undefined || row.width === width);
const alarms = byKey<AlarmElement>(
  alarmElements,
  (row, width) => width < (row.eventOnly || row.oneByte ? 2 : 8),
);
/** Both, so that an element is looked up once. */
const meanings: ReadonlyMap<number, Meaning> = new Map(
  [...elements.keys(), ...alarms.keys()].map((key) => [
    key,
    { alarm: alarms.get(key), element: elements.get(key) },
  ]),
);

const fmb6Meanings: ReadonlyMap<number, Meaning> = new Map([
  ...fmb6Alarms.map((alarm): [number, Meaning] => [keyOf(alarm.id, 1), { alarm }]),
  ...fmb6Elements.map((row): [number, Meaning] => [
    keyOf(row.id, row.width ?? 1),
    { element: 'key' in row ? row : undefined },
  ]),
]);

/** Whether FMB6 has something else by an id of this width. */
export function isOtherInFmb6(id: number, width: Width): boolean {
  return fmb6Meanings.has(keyOf(id, width));
}

/** What ids without a name are kept under. Ids have two bytes, so it is bounded; a name made anew costs more than a value. */
const plainNames: string[] = [];

function plainName(id: number): string {
  plainNames[id] ??= `io${id}`;
  return plainNames[id];
}

/** The wired probe works from −55 to 125 °C; 850 is a probe that has not measured yet, thousands are its faults. */
const probe = Object.freeze({ lowest: -550, highest: 1250, notReady: 850 });

function signed(value: number, width: Width): number {
  if (width === 1) return value > 0x7f ? value - 0x100 : value;
  if (width === 2) return value > 0x7fff ? value - 0x1_0000 : value;
  return value > 0x7fff_ffff ? value - 0x1_0000_0000 : value;
}

function setNumber(attributes: AttributeDraft, element: IoElement, value: number, width: Width): void {
  const { key, kind, divisor = 1, factor = 1, most } = element;
  if (most !== undefined && value > most) return;
  if (kind === 'flag') attributes[key] = value > 0;
  else if (kind === 'unsigned') attributes[key] = (value * factor) / divisor;
  else if (kind === 'signed') attributes[key] = signed(value, width) / divisor;
  else if (kind === 'knots') attributes[key] = knotsFromKph(value);
  else if (kind === 'text' && value > 0) attributes[key] = String(value);
  else if (kind === 'characters') attributes[key] = charactersOf(BigInt(value)) ?? value;
  else if (kind === 'temperature') {
    const tenths = signed(value, width);
    const measured = tenths >= probe.lowest && tenths <= probe.highest && tenths !== probe.notReady;
    if (measured) attributes[key] = tenths / 10;
  }
}

function setAlarm(attributes: AttributeDraft, { alarms: names }: AlarmElement, value: number): void {
  if (!('any' in names)) addAlarm(attributes, names[value]);
  else if (value > 0) addAlarm(attributes, names.any);
}

/**
 * Sets what an element of one, two or four bytes reports; an id without a name becomes `io<id>`. `event` is the id of the
 * element that the record was made for, 0 when it was for none.
 */
export function setElement(
  attributes: AttributeDraft,
  id: number,
  value: number,
  width: Width,
  event: number,
): void {
  setMeaning(attributes, meanings.get(keyOf(id, width)), id, value, width, event);
}

/** The same of an element that FMB6 has something else by. */
export function setFmb6Element(
  attributes: AttributeDraft,
  id: number,
  value: number,
  width: Width,
  event: number,
): void {
  setMeaning(attributes, fmb6Meanings.get(keyOf(id, width)), id, value, width, event);
}

function setMeaning(
  attributes: AttributeDraft,
  meaning: Meaning | undefined,
  id: number,
  value: number,
  width: Width,
  event: number,
): void {
  const alarm = meaning?.alarm;
  if (alarm && (!alarm.eventOnly || event === id)) {
    setAlarm(attributes, alarm, value);
    return;
  }
  const element = meaning?.element;
  if (element) setNumber(attributes, element, value, width);
  else attributes[plainName(id)] = value;
}

function reversedHex(value: bigint): string {
  const digits = value.toString(16).padStart(16, '0').toUpperCase();
  return (digits.match(/../g) ?? []).reverse().join('');
}

/** Eight bytes as their characters, without the zeros that fill them up; undefined when one of them is none. */
function charactersOf(value: bigint): string | undefined {
  const text = Buffer.from(value.toString(16).padStart(16, '0'), 'hex')
    .toString('latin1')
    .replace(/^\0+|\0+$/g, '');
  return /^[\x20-\x7e]*$/.test(text) ? text : undefined;
}

/** Sets what an element of eight bytes reports. */
export function setWideElement(attributes: AttributeDraft, id: number, value: bigint): void {
  const element = elements.get(keyOf(id, 8));
  if (element?.kind === 'driver') {
    if (value !== 0n) attributes[element.key] = reversedHex(value);
  } else if (element?.kind === 'text') {
    if (value !== 0n) attributes[element.key] = String(value);
  } else {
    const characters = element?.kind === 'characters' ? charactersOf(value) : undefined;
    const exact = value <= BigInt(Number.MAX_SAFE_INTEGER);
    if (element && characters !== undefined) attributes[element.key] = characters;
    else attributes[plainName(id)] = exact ? Number(value) : String(value);
  }
}
