/**
 * Numbers that look random and come again with the same seed, so that a demonstration and its tests can be repeated.
 * Each vehicle has a stream of its own: one more vehicle never changes what another does.
 */

export interface Random {
  /** 0 ≤ value < 1. */
  next(): number;
  /** From `least` up to, not including, `limit`. */
  between(least: number, limit: number): number;
  /** A whole number from `least` to `most`, both included. */
  whole(least: number, most: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** One of a list; throws on an empty one. */
  pick<T>(list: readonly T[]): T;
}

/** FNV-1a, so that close seeds give streams that have nothing to do with each other. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value >>> 0;
}

/** A stream (mulberry32) for a seed; parts of the seed are joined: `createRandom(7, 'vehicle', 12)`. */
export function createRandom(...seed: readonly (string | number)[]): Random {
  let state = hash(seed.join('/'));
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, limit: number) => least + next() * (limit - least);
  const whole = (least: number, most: number) => Math.floor(between(least, most + 1));
  return {
    next,
    between,
    whole,
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[whole(0, list.length - 1)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
  };
}
