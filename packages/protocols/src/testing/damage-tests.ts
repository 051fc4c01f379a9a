/** Ten thousand damages to each vector, the same at every run. A failure names bytes that the `decode` tool takes. */
import { expect, test } from 'vitest';
import type { Protocol } from '../protocol.ts';
import { streamFault } from './damaged-stream.ts';
import { createRandom, mutated, seedOf } from './mutations.ts';
import { type Vector, vectors } from './vector-files.ts';

const mutationsEach = 10_000;

/** One in so many is also given in pieces, which costs more than reading it. */
const splitEvery = 50;

function firstFault({ title, protocol, pieces, context, session }: Vector): string | undefined {
  const random = createRandom(seedOf(title));
  const whole = context.transport === 'udp' ? undefined : new Uint8Array(Buffer.concat(pieces));
  for (let count = 0; count < mutationsEach; count += 1) {
    const bytes = mutated(whole ?? pieces[random(pieces.length)] ?? new Uint8Array(0), random);
    const fault = streamFault(
      protocol,
      bytes,
      context,
      session,
      count % splitEvery === 0 ? random : undefined,
    );
    if (fault) return `${title}: ${fault}: ${Buffer.from(bytes).toString('hex')}`;
  }
  return undefined;
}

/** Tests of these protocols; they take long, so that several files share them. */
export function testMutations(protocols: readonly Protocol[]): void {
  test.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
    '[ING-03] %s takes 10,000 damages to each vector: no throw, values in range, the same in pieces',
    (_name, protocol) => {
      const own = vectors.filter((vector) => vector.protocol === protocol);
      expect(own.map(firstFault).filter((fault) => fault !== undefined)).toEqual([]);
    },
    180_000,
  );
}
