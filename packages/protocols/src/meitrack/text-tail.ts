/**
 * What follows the analogue inputs of a text report:
 *
 *     [what belongs to the event], customized data, protocol version, fuel %, temperatures, [acceleration, deceleration…]
 *
 * The first is left out by older firmware unless the event has something to say: a card's number (37), a file's name
 * (39), a sensor's number (50, 51). Fuel is two bytes in hexadecimal, whole percent and hundredths. A temperature is the
 * sensor's number (of some units the first is 0) and, from protocol version 3 on, hundredths of a degree in 16 bits, before
 * that a signed byte of whole degrees and a byte of hundredths. Source: Meitrack GPRS Protocol 1.6 and T333 1.4, 1.2.
 */

import type { AttributeDraft, PositionDraft } from '../position-draft.ts';
import { integerIn } from '../wire/field-text.ts';
import { driverEvent } from './event-alarms.ts';

const version = /^\d{1,2}$/;
const fuel = /^[0-9A-Fa-f]{4}$/;
const temperature = /^[0-9A-Fa-f]{6}$/;

const wideTemperatureVersion = 3;

function signed(value: number, bits: number): number {
  return value >= 2 ** (bits - 1) ? value - 2 ** bits : value;
}

/** Where the protocol version is: third, or second where the event's own field is left out. */
function versionIndex(tail: readonly string[]): 1 | 2 {
  const [, second = '', third = ''] = tail;
  const early = version.test(second) && (third === '' || fuel.test(third));
  return early && !version.test(third) ? 1 : 2;
}

function setEventData(attributes: AttributeDraft, event: number, field: string): void {
  if (field === '') return;
  if (event === driverEvent) attributes.driverUniqueId = field;
  else attributes.eventData = field;
}

function setTemperatures(attributes: AttributeDraft, field: string, isWide: boolean): void {
  const parts = field.split('|').filter((part) => temperature.test(part));
  const first = parts.some((part) => part.startsWith('00')) ? 0 : 1;
  for (const part of parts) {
    const sensor = Number.parseInt(part.slice(0, 2), 16) - first + 1;
    const whole = signed(Number.parseInt(part.slice(2, 4), 16), 8);
    const hundredths = Number.parseInt(part.slice(4), 16);
    const degrees = isWide
      ? signed(Number.parseInt(part.slice(2), 16), 16) / 100
      : (whole * 100 + (whole < 0 ? -hundredths : hundredths)) / 100;
    attributes[`temp${sensor}`] = degrees;
  }
}

/** Reads what there is; a field of no known shape is passed over. */
export function readTextTail({ attributes }: PositionDraft, event: number, tail: readonly string[]): void {
  const place = versionIndex(tail);
  if (place === 2) setEventData(attributes, event, tail[0] ?? '');
  const protocolVersion = integerIn(tail[place]) ?? 0;
  const percent = tail[place + 1] ?? '';
  if (fuel.test(percent)) {
    const whole = Number.parseInt(percent.slice(0, 2), 16);
    const hundredths = Number.parseInt(percent.slice(2), 16);
    if (whole <= 100) attributes.fuelLevel = Math.min(100, (whole * 100 + hundredths) / 100);
  }
  setTemperatures(attributes, tail[place + 2] ?? '', protocolVersion >= wideTemperatureVersion);
}
