/**
 * The state of vehicle and tracker as two hexadecimal digits: 11 ignition off and at rest, 12 off and moving, 16 towed,
 * 1A perhaps towed, 21 ignition on and at rest, 22 on and moving, 41 and 42 the same by the sensor of a tracker without
 * ignition. Source: GV300 @Track Air Interface Protocol 0.7, +RESP:GTINF.
 */

import type { AttributeDraft } from '../position-draft.ts';
import type { TextFields } from '../wire/text-fields.ts';

interface MotionState {
  readonly ignition?: boolean;
  readonly motion: boolean;
}

const states: ReadonlyMap<number, MotionState> = new Map([
  [0x11, { ignition: false, motion: false }],
  [0x12, { ignition: false, motion: true }],
  [0x16, { ignition: false, motion: true }],
  [0x1a, { ignition: false, motion: true }],
  [0x21, { ignition: true, motion: false }],
  [0x22, { ignition: true, motion: true }],
  [0x41, { motion: false }],
  [0x42, { motion: true }],
]);

export function isMotionState(code: number): boolean {
  return states.has(code);
}

export function setMotionState(attributes: AttributeDraft, code: number): void {
  const state = states.get(code);
  if (!state) return;
  if (state.ignition !== undefined) attributes.ignition = state.ignition;
  attributes.motion = state.motion;
}

/** Motion state, inputs and outputs as six hexadecimal digits, or ten with four of newer models in front. */
export function isDeviceStatus(fields: TextFields, index: number): boolean {
  const length = fields.length(index);
  if (length !== 6 && length !== 10) return false;
  if (length === 10 && fields.hexWithin(index, 0, 4) === undefined) return false;
  const code = fields.hexWithin(index, length - 6, length);
  return code !== undefined && isMotionState(code >> 16);
}

/** Inputs: bit 0 is the ignition, then the first input. Outputs: bit 0 is the first, which commands cut the engine with. */
export function setPorts(attributes: AttributeDraft, inputs: number, outputs: number): void {
  attributes.input = inputs;
  attributes.in1 = (inputs & 0x02) !== 0;
  attributes.in2 = (inputs & 0x04) !== 0;
  attributes.output = outputs;
  attributes.out1 = (outputs & 0x01) !== 0;
  attributes.out2 = (outputs & 0x02) !== 0;
  attributes.blocked = (outputs & 0x01) !== 0;
}

export function setDeviceStatus(attributes: AttributeDraft, fields: TextFields, index: number): void {
  const length = fields.length(index);
  const code = fields.hexWithin(index, length - 6, length) ?? 0;
  setMotionState(attributes, code >> 16);
  setPorts(attributes, (code >> 8) & 0xff, code & 0xff);
}
