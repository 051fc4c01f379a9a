/** Damaged vectors, the same at every run. A failure names bytes that the `decode` tool takes. */
import { expect, test } from 'vitest';
import { protocols } from './registry.ts';
import { streamFault } from './testing/damaged-stream.ts';
import { createRandom, mutated, seedOf } from './testing/mutations.ts';
import { type Vector, vectors } from './testing/vector-files.ts';

/** `npm run test:long` requests 10,000, some minutes of work. */
const damagesEach = Number(process.env.DAMAGES_EACH ?? 1_000);

/** One in so many is also given in pieces, which costs more than reading it. */
const splitEvery = 50;

function firstFault({ title, protocol, pieces, context, session }: Vector): string | undefined {
  const random = createRandom(seedOf(title));
  const whole = context.transport === 'udp' ? undefined : new Uint8Array(Buffer.concat(pieces));
  for (let count = 0; count < damagesEach; count += 1) {
    const bytes = mutated(whole ?? pieces[random(pieces.length)] ?? new Uint8Array(0), random);
    const split = count % splitEvery === 0 ? random : undefined;
    const fault = streamFault(protocol, bytes, context, session, split);
    if (fault) return `${title}: ${fault}: ${Buffer.from(bytes).toString('hex')}`;
  }
  return undefined;
}

test.each(protocols.map((protocol) => [protocol.name, protocol] as const))(
  '[ING-03] %s takes thousands of damages to its vectors: no throw, values in range, the same in pieces',
  (_name, protocol) => {
    const own = vectors.filter((vector) => vector.protocol === protocol);
    expect(own.length).toBeGreaterThan(0);
    expect(own.map(firstFault).filter((fault) => fault !== undefined)).toEqual([]);
  },
  180_000,
);
