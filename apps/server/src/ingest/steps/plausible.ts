/**
 * The net below all decoders (ING-05): a voltage, a temperature, an odometer, a speed that no vehicle can have is kept under
 * another name, so that no rule, report or alarm sees it.
 */
import { isPlausible, rawKeyOf } from '@atalaia/domain/attributes/plausibility';
import { jumpBoundKnots } from '@atalaia/domain/geo/jump';
import type { DecodedPosition, PositionAttributes } from '@atalaia/protocols/decoded-position';

export interface PlausiblePosition {
  readonly position: DecodedPosition;
  /** Values kept under another name. */
  readonly implausible: number;
}

/** The position's own speed, knots, where it is none. */
const rawSpeed = rawKeyOf('speed');

function implausibleKeys(attributes: PositionAttributes): readonly string[] {
  let keys: string[] | undefined;
  for (const key in attributes) {
    if (isPlausible(key, attributes[key])) continue;
    keys ??= [];
    keys.push(key);
  }
  return keys ?? none;
}

const none: readonly string[] = Object.freeze([]);

/** Returns the same position when all of it is plausible, which is nearly always. */
export function plausiblePosition(position: DecodedPosition, category: unknown): PlausiblePosition {
  const { speedKnots } = position;
  const keys = implausibleKeys(position.attributes);
  const isTooFast = speedKnots !== undefined && speedKnots > jumpBoundKnots(category);
  const implausible = keys.length + (isTooFast ? 1 : 0);
  if (implausible === 0) return { position, implausible };
  const attributes = { ...position.attributes };
  for (const key of keys) {
    const value = attributes[key];
    if (value !== undefined) attributes[rawKeyOf(key)] = value;
    delete attributes[key];
  }
  if (!isTooFast) return { position: { ...position, attributes }, implausible };
  attributes[rawSpeed] = speedKnots;
  const { speedKnots: _, ...rest } = position;
  return { position: { ...rest, attributes }, implausible };
}
