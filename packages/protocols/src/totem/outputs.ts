/**
 * Outputs A to D. The relay that cuts the engine is on C as the manuals wire it, or where the device's setting
 * `totem.output` says.
 */
import type { AttributeDraft } from '../position-draft.ts';

export const outputLetters = 'ABCD';
const usualOutput = 'C';

/** The letter of the relay's output. */
export function relayOutput(settings: Readonly<Record<string, unknown>> | undefined): string {
  const setting = settings?.['totem.output'];
  const letter = typeof setting === 'string' ? setting.trim().toUpperCase() : '';
  return letter.length === 1 && outputLetters.includes(letter) ? letter : usualOutput;
}

/** Sets the outputs reported, and with that of the relay whether the engine is cut. */
export function setOutputs(
  attributes: AttributeDraft,
  states: readonly boolean[],
  settings: Readonly<Record<string, unknown>> | undefined,
): void {
  states.forEach((state, index) => {
    attributes[`out${index + 1}`] = state;
  });
  const blocked = states[outputLetters.indexOf(relayOutput(settings))];
  if (blocked !== undefined) attributes.blocked = blocked;
}
