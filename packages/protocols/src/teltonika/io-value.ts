import { knotsFromKph } from '@atalaia/domain/units';
import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import type { AlarmElement, IoElement } from './io-element.ts';
import { alarmElements, ioElements } from './io-elements.ts';

type Width = 1 | 2 | 4 | 8;

const elementsById = Map.groupBy(ioElements, ({ id }) => id);
const alarmsById: ReadonlyMap<number, AlarmElement> = new Map(alarmElements.map((row) => [row.id, row]));

/** The wired probe works from −55 to 125 °C; 850 is a probe that has not measured yet, thousands are its faults. */
const probe = Object.freeze({ lowest: -550, highest: 1250, notReady: 850 });

function signed(value: number, width: Width): number {
  if (width === 1) return value > 0x7f ? value - 0x100 : value;
  if (width === 2) return value > 0x7fff ? value - 0x1_0000 : value;
  return value > 0x7fff_ffff ? value - 0x1_0000_0000 : value;
}

function setNumber(attributes: AttributeDraft, element: IoElement, value: number, width: Width): void {
  const { key, kind, divisor = 1 } = element;
  if (kind === 'flag') attributes[key] = value > 0;
  else if (kind === 'unsigned') attributes[key] = value / divisor;
  else if (kind === 'signed') attributes[key] = signed(value, width) / divisor;
  else if (kind === 'knots') attributes[key] = knotsFromKph(value);
  else if (kind === 'text' && value > 0) attributes[key] = String(value);
  else if (kind === 'temperature') {
    const tenths = signed(value, width);
    const measured = tenths >= probe.lowest && tenths <= probe.highest && tenths !== probe.notReady;
    if (measured) attributes[key] = tenths / 10;
  }
}

function setAlarm(attributes: AttributeDraft, { alarms }: AlarmElement, value: number): void {
  if (!('any' in alarms)) addAlarm(attributes, alarms[value]);
  else if (value > 0) addAlarm(attributes, alarms.any);
}

/** Sets what an element of one, two or four bytes tells; an id without a name becomes `io<id>`. */
export function setElement(attributes: AttributeDraft, id: number, value: number, width: Width): void {
  const alarm = alarmsById.get(id);
  if (alarm) {
    setAlarm(attributes, alarm, value);
    return;
  }
  const element = elementsById.get(id)?.find((row) => row.width === undefined || row.width === width);
  if (element) setNumber(attributes, element, value, width);
  else attributes[`io${id}`] = value;
}

function reversedHex(value: bigint): string {
  const digits = value.toString(16).padStart(16, '0').toUpperCase();
  return (digits.match(/../g) ?? []).reverse().join('');
}

/** Sets what an element of eight bytes tells. */
export function setWideElement(attributes: AttributeDraft, id: number, value: bigint): void {
  const element = elementsById.get(id)?.find((row) => row.width === undefined || row.width === 8);
  if (element?.kind === 'driver') {
    if (value !== 0n) attributes[element.key] = reversedHex(value);
  } else if (element?.kind === 'text') {
    if (value !== 0n) attributes[element.key] = String(value);
  } else {
    const exact = value <= BigInt(Number.MAX_SAFE_INTEGER);
    attributes[`io${id}`] = exact ? Number(value) : String(value);
  }
}
