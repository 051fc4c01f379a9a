/**
 * What a binary report says of vehicle and tracker, between the unique id and the rest: `[battery %] [external mV]
 * [analog mV…] [inputs] [outputs] [motion state] [satellites]`. Bits 11 to 17 of the mask name them, 18 and 19 the last two;
 * which a model has, and how wide, differs: the motion state behind them decides.
 * Source: GV200 @Track Air Interface Protocol 5.01, 3.2 (AT+GTHRM) and 4.3; the short layouts: github.com/traccar/traccar
 * Gl200BinaryProtocolDecoder.
 */

import type { AttributeDraft } from '../position-draft.ts';
import { ByteReader } from '../wire/byte-reader.ts';
import { isMotionState, setMotionState, setPorts } from './motion-state.ts';

const hasBit = (mask: number, bit: number) => ((mask >>> bit) & 1) === 1;

type StateField = 'battery' | 'power' | 'adc1' | 'adc2' | 'adc3' | 'inputs' | 'outputs' | 'reserved';
type StateLayout = readonly (readonly [bit: number, field: StateField, bytes: number])[];

const ports: StateLayout = [
  [16, 'inputs', 1],
  [17, 'outputs', 1],
];
const analogs: StateLayout = [
  [13, 'adc1', 2],
  [14, 'adc2', 2],
  [15, 'adc3', 2],
];
const shortLayouts: readonly StateLayout[] = [
  [
    [11, 'battery', 1],
    [12, 'power', 2],
  ],
  [
    [11, 'battery', 1],
    [12, 'power', 2],
    [12, 'reserved', 2],
  ],
  [[12, 'power', 2]],
];
/** As models may have it; the first one that a motion state follows is taken. */
const stateLayouts: readonly StateLayout[] = [
  [[12, 'power', 2], ...analogs, ...ports],
  [[11, 'battery', 1], [12, 'power', 2], ...analogs, ...ports],
  // GV55, whose bit of the outputs stands for both
  [[11, 'reserved', 1], [12, 'power', 2], ...analogs, [17, 'inputs', 1], [17, 'outputs', 1]],
  ...shortLayouts,
];

function layoutBytes(layout: StateLayout, mask: number): number {
  return layout.reduce((sum, [bit, , bytes]) => sum + (hasBit(mask, bit) ? bytes : 0), 0);
}

interface StateChoice {
  readonly layout: StateLayout;
  readonly mask: number;
}

/** Which layout the bytes have: by the mask, or of models whose mask means something else one of the short ones. */
function stateAt(frame: Uint8Array, from: number, mask: number): StateChoice | undefined {
  const fits = (one: StateLayout, bits: number) => isMotionState(frame[from + layoutBytes(one, bits)] ?? 0);
  const fitting = hasBit(mask, 18) ? stateLayouts.find((one) => fits(one, mask)) : undefined;
  if (fitting) return { layout: fitting, mask };
  const short = shortLayouts.find((one) => fits(one, ~0));
  return short && { layout: short, mask: ~0 };
}

/** Reads what precedes the motion state, that and the satellites; the index behind them. */
export function readState(frame: Uint8Array, from: number, mask: number, attributes: AttributeDraft): number {
  const choice = stateAt(frame, from, mask);
  if (!choice) return from;
  const reader = new ByteReader(frame, from);
  const values = new Map<StateField, number>();
  for (const [bit, field, bytes] of choice.layout) {
    if (hasBit(choice.mask, bit)) values.set(field, bytes === 1 ? reader.u8() : reader.u16());
  }
  setState(attributes, values);
  setMotionState(attributes, reader.u8());
  if (hasBit(choice.mask, 19)) attributes.sat = reader.u8() & 0x1f;
  return frame.length - reader.remaining;
}

function setState(attributes: AttributeDraft, values: ReadonlyMap<StateField, number>): void {
  const battery = values.get('battery');
  if (battery !== undefined && battery <= 100) attributes.batteryLevel = battery;
  for (const key of ['power', 'adc1', 'adc2', 'adc3'] as const) {
    const millivolts = values.get(key);
    // what is not measured is written as 0
    if (millivolts) attributes[key] = millivolts / 1000;
  }
  const [inputs, outputs] = [values.get('inputs'), values.get('outputs')];
  if (inputs !== undefined && outputs !== undefined) setPorts(attributes, inputs, outputs);
}
