/**
 * What a unit's own script (PEG) decides and only its owner knows, from the device's attributes:
 *
 * - `calamp.accumulators`: `0=odometer, 1=power*0.001, 3=blocked`: what each accumulator counts, times what;
 * - `calamp.alarms`: `20=sos, 21=powerCut`: which alarm an event code is.
 *
 * An entry that is none of these is passed over.
 */
import { attributeValue } from '@atalaia/domain/attributes/attribute-value';
import { attributeMeaning } from '@atalaia/domain/attributes/position-attributes';
import { codedAlarms, listedEntries } from '../device-settings.ts';
import type { AttributeDraft } from '../position-draft.ts';
import type { DecodeContext } from '../protocol.ts';

interface Meaning {
  readonly key: string;
  readonly scale: number;
}

export interface UnitSettings {
  /** By number of the accumulator. */
  readonly accumulators: ReadonlyMap<number, Meaning>;
  /** By event code. */
  readonly alarms: ReadonlyMap<number, string>;
}

const none: UnitSettings = Object.freeze({ accumulators: new Map(), alarms: new Map() });

const accumulatorEntry = /^(\d{1,2})=([a-zA-Z]\w{0,39})(?:\*(\d{1,9}(?:\.\d{1,9})?))?$/;

function accumulatorsOf(value: unknown): ReadonlyMap<number, Meaning> {
  const meanings = new Map<number, Meaning>();
  for (const entry of listedEntries(value)) {
    const [, index, key, scale] = accumulatorEntry.exec(entry) ?? [];
    if (key !== undefined) meanings.set(Number(index), { key, scale: Number(scale ?? 1) });
  }
  return meanings;
}

/** One device's settings are read once, however many of its messages come. */
const read = new WeakMap<object, UnitSettings>();

export function unitSettingsOf({ settings }: DecodeContext): UnitSettings {
  const attributes = settings?.attributes;
  if (attributes === undefined) return none;
  const before = read.get(attributes);
  if (before) return before;
  const made = {
    accumulators: accumulatorsOf(attributes['calamp.accumulators']),
    alarms: codedAlarms(attributes['calamp.alarms']),
  };
  read.set(attributes, made);
  return made;
}

/** Sets an accumulator under its key, as the key takes it; `acc0`… where no setting names it. */
export function setAccumulator(
  attributes: AttributeDraft,
  { accumulators }: UnitSettings,
  index: number,
  count: number,
): void {
  const meaning = accumulators.get(index);
  if (meaning === undefined) {
    attributes[`acc${index}`] = count;
    return;
  }
  const { key, scale } = meaning;
  const isFlag = attributeMeaning(key)?.valueType === 'boolean';
  const value = attributeValue(key, isFlag ? count > 0 : count * scale);
  if (value !== undefined) attributes[key] = value;
}
