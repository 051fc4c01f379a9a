/** Addresses from a service in the manner of Nominatim (https://nominatim.org/release-docs/latest/api/Reverse/). */
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import { createLimiter } from '../limiter/limiter.ts';
import type { Outbound } from '../outbound/outbound.ts';

export interface PlaceServiceParts {
  /** With `{lat}` and `{lon}`. */
  readonly url: string;
  /** Least time between two requests. */
  readonly intervalMs: number;
  readonly outbound: Outbound;
  /** Aborts what is asked and what waits. */
  readonly stopping: AbortSignal;
}

/**
 * Requests one place after the other. Null where the service knows none. Throws a `DeliveryFailed` when it does not
 * answer, and when too many wait already.
 */
export type PlaceService = (latitude: number, longitude: number) => Promise<string | null>;

/** Places that wait beside the one that is requested; at one a second a longer queue would answer nobody in time. */
const mostWaiting = 99;

export function createPlaceService({ url, intervalMs, outbound, stopping }: PlaceServiceParts): PlaceService {
  const limiter = createLimiter(1, {
    most: mostWaiting,
    refusal: () => new DeliveryFailed('too many places wait for the geocoder', { certainlyNotSent: true }),
  });
  let lastMs = Number.NEGATIVE_INFINITY;

  /** The pace is limited here and not by the queue, whose clock is the system's, which may be set back. */
  async function ask(latitude: number, longitude: number): Promise<string | null> {
    const waitMs = lastMs + intervalMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping });
    lastMs = performance.now();
    const answer = await outbound({
      url: url.replaceAll('{lat}', String(latitude)).replaceAll('{lon}', String(longitude)),
      // the public service refuses who does not say what asks
      headers: { 'user-agent': 'Atalaia', accept: 'application/json', 'accept-language': 'pt-BR' },
      signal: stopping,
    });
    return addressIn(answer.text);
  }

  return (latitude, longitude) => limiter.run(() => ask(latitude, longitude), stopping);
}

/** What is used of a Nominatim answer. A place in the sea answers 200 with `error`. */
const answerSchema = z.object({
  display_name: z.string().optional(),
  address: z.record(z.string(), z.unknown()).optional(),
});

/** Of each line the first that the answer has: from the street to the state. */
const parts = [
  ['road', 'pedestrian', 'highway'],
  ['house_number'],
  ['suburb', 'neighbourhood', 'quarter'],
  ['city', 'town', 'village', 'municipality', 'county'],
];

const longestAddress = 300;

/**
 * The address in a service's answer: `Rua Augusta, 100, Consolação, São Paulo, SP` from its parts, else the name it shows,
 * else, when it is no JSON, the text itself. Null when it names no place.
 */
function addressIn(text: string): string | null {
  const json = parsed(text);
  if (json === undefined) return cut(text);
  const answer = answerSchema.safeParse(json);
  if (!answer.success) return null;
  const { address = {}, display_name = '' } = answer.data;
  const word = (name: string) => (typeof address[name] === 'string' ? address[name] : undefined);
  const found = parts.flatMap((names) => names.map(word).find((value) => value !== undefined) ?? []);
  const state = word('ISO3166-2-lvl4')?.split('-')[1] ?? word('state');
  return cut(found.length > 0 ? [...found, ...(state ? [state] : [])].join(', ') : display_name);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function cut(text: string): string | null {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line === '' ? null : line.slice(0, longestAddress);
}
