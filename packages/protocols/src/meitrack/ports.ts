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

/**
 * Voltages of backup battery and supply. Newer trackers (T311, T322X, T333, T355, T366…) report hundredths of a volt; the
 * MVT340 and MVT380 report 10 bits of 6 V and 48 V, the others of the MVT series, T1 and T3 12 bits of 6.6 V and 52.8 V.
 * A message does not name its model, but a lithium cell of 3 to 4.3 V is 300–430, 512–734 or 1862–2669 of them, and
 * no two of these ranges meet. Source: Meitrack GPRS Protocol 1.6, annex of analogue inputs.
 */
interface Scale {
  /** The least reading of the battery that belongs to it. */
  readonly from: number;
  readonly to: number;
  readonly batteryVolts: number;
  readonly powerVolts: number;
}

const scales: readonly Scale[] = Object.freeze([
  { from: 505, to: 800, batteryVolts: 6 / 1024, powerVolts: 48 / 1024 },
  { from: 1800, to: 2800, batteryVolts: 6.6 / 4096, powerVolts: 52.8 / 4096 },
]);

const hundredths: Scale = Object.freeze({ from: 0, to: 65_535, batteryVolts: 0.01, powerVolts: 0.01 });

/** Sets battery and power from their readings; a reading that was not sent stays away. */
export function setSupply(
  attributes: AttributeDraft,
  battery: number | undefined,
  power: number | undefined,
): void {
  const scale =
    scales.find(({ from, to }) => battery !== undefined && battery >= from && battery <= to) ?? hundredths;
  if (battery !== undefined) attributes.battery = rounded(battery * scale.batteryVolts);
  if (power !== undefined) attributes.power = rounded(power * scale.powerVolts);
}

/** Millivolts are more than the converters resolve. */
function rounded(volts: number): number {
  return Math.round(volts * 1000) / 1000;
}
