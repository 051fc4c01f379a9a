/**
 * Inputs and outputs, a byte each, lowest bit first. Output 1 drives the relay that cuts the engine (command C01). Which
 * input the ignition is wired to differs from model to model (2 in T322X, T366 and T399, 3 in T333 and T622) and from
 * vehicle to vehicle, so that only the device's setting can know.
 */
import { ignitionInput } from '../device-settings.ts';
import type { AttributeDraft } from '../position-draft.ts';
import type { DecodeSettings } from '../protocol.ts';

const relay = 0x01;

export function setInputs(
  attributes: AttributeDraft,
  inputs: number,
  settings: DecodeSettings | undefined,
): void {
  attributes.input = inputs;
  const ignition = ignitionInput(settings, 'meitrack.ignitionInput');
  if (ignition !== undefined) attributes.ignition = ((inputs >> (ignition - 1)) & 1) === 1;
}

export function setOutputs(attributes: AttributeDraft, outputs: number): void {
  attributes.output = outputs;
  attributes.blocked = (outputs & relay) !== 0;
}
