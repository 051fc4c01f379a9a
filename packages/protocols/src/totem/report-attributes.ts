import type { AttributeDraft } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';

/**
 * Outputs A to D. The relay that cuts the engine is on C as the manuals wire it, or where the device's setting
 * `totem.output` says.
 */
export const outputLetters = 'ABCD';
const usualOutput = 'C';

/** The letter of the relay's output. */
export function relayOutput(settings: Readonly<Record<string, unknown>> | undefined): string {
  const setting = settings?.['totem.output'];
  const letter = typeof setting === 'string' ? setting.trim().toUpperCase() : '';
  return letter.length === 1 && outputLetters.includes(letter) ? letter : usualOutput;
}

const outputKeys: readonly string[] = Object.freeze(['out1', 'out2', 'out3', 'out4']);

/** Sets the outputs reported, and with that of the relay whether the engine is cut. */
export function setOutputs(
  attributes: AttributeDraft,
  states: readonly boolean[],
  settings: Readonly<Record<string, unknown>> | undefined,
): void {
  for (let index = 0; index < states.length; index += 1) {
    attributes[outputKeys[index] ?? ''] = states[index] === true;
  }
  const blocked = states[outputLetters.indexOf(relayOutput(settings))];
  if (blocked !== undefined) attributes.blocked = blocked;
}

const minus = 0x2d;

/**
 * A temperature between two offsets of a field: four signs, of which the first may be a minus, are tenths, three are whole degrees.
 * All zeros are what a tracker without a sensor sends. Source: AVL02 user guide 1.5, 3.
 */
export function setTemperature(
  attributes: AttributeDraft,
  sensor: number,
  fields: TextFields,
  index: number,
  from = 0,
  to = fields.length(index),
): void {
  const isBelow = fields.byte(index, from) === minus;
  const first = isBelow ? from + 1 : from;
  if (to - from < 3 || to - from > 4 || !fields.areDigits(index, first, to)) return;
  const value = fields.digits(index, first, to - first);
  if (value !== 0) attributes[`temp${sensor}`] = (isBelow ? -value : value) / (to - from === 4 ? 10 : 1);
}
