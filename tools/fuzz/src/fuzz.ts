/**
 * Streams that nobody sent, from seeds: noise, noise in a text protocol's own signs, and what trackers send, damaged and
 * joined. Whatever a protocol makes of them, it must not throw, hold more than a frame, return a value out of its range,
 * nor return another result when the stream comes in other pieces (ING-03).
 */

import type { DecodeContext, Protocol, TrackerSession } from '@atalaia/protocols/protocol';
import { streamFault } from '@atalaia/protocols/testing/damaged-stream';
import { createRandom, mutated, type Random, telling } from '@atalaia/protocols/testing/mutations';
import { type Vector, vectors } from '@atalaia/protocols/testing/vector-files';

export interface Failure {
  /** Gives the same stream again. */
  readonly seed: number;
  readonly fault: string;
  readonly hex: string;
}

export interface FuzzParts {
  readonly protocol: Protocol;
  readonly firstSeed: number;
  /** Whether to continue after so many streams. */
  goOn(streams: number): boolean;
}

export interface Fuzzed {
  readonly streams: number;
  readonly bytes: number;
  readonly failure: Failure | undefined;
}

interface Stream {
  readonly bytes: Uint8Array;
  readonly context: DecodeContext;
  readonly session: TrackerSession;
}

/** The server's clock, the same at every run. */
const receivedMs = Date.UTC(2026, 10, 21, 12);

const uniqueId = '868120145233604';

function noise(random: Random): Uint8Array {
  const isText = random(2) === 0;
  const make = () => (isText ? (telling[random(telling.length)] ?? 0) : random(256));
  return Uint8Array.from({ length: 1 + random(random(4) === 0 ? 3000 : 200) }, make);
}

/** Pieces of real streams, each damaged or whole, with noise between at times. */
function joinedOf(own: readonly Vector[], random: Random): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let count = 1 + random(4); count > 0; count -= 1) {
    const { pieces } = own[random(own.length)] ?? { pieces: [] };
    const piece = pieces[random(pieces.length)] ?? new Uint8Array(0);
    parts.push(random(3) === 0 ? piece : mutated(piece, random));
    if (random(8) === 0) parts.push(noise(random));
  }
  return Buffer.concat(parts);
}

function streamOf({ transports }: Protocol, own: readonly Vector[], seed: number): Stream {
  const random = createRandom(seed);
  const transport = transports[random(transports.length)] ?? 'tcp';
  const session = random(4) === 0 ? {} : { uniqueId };
  const bytes = random(8) === 0 || own.length === 0 ? noise(random) : joinedOf(own, random);
  return { bytes, context: { receivedMs, transport }, session };
}

/** Streams of seeds from the first one on, to the first that is taken wrongly. */
export function fuzz({ protocol, firstSeed, goOn }: FuzzParts): Fuzzed {
  const own = vectors.filter((vector) => vector.protocol.name === protocol.name);
  let streams = 0;
  let byteCount = 0;
  while (goOn(streams)) {
    const seed = (firstSeed + streams) >>> 0;
    const { bytes, context, session } = streamOf(protocol, own, seed);
    const fault = streamFault(protocol, bytes, context, session, createRandom(seed));
    streams += 1;
    byteCount += bytes.length;
    if (fault) {
      const failure = { seed, fault, hex: Buffer.from(bytes).toString('hex') };
      return { streams, bytes: byteCount, failure };
    }
  }
  return { streams, bytes: byteCount, failure: undefined };
}
