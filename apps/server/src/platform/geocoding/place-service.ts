/** Addresses from a service in the manner of Nominatim (https://nominatim.org/release-docs/latest/api/Reverse/). */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliveryFailed } from '../../errors/delivery-failed.ts';
import { createLimiter } from '../limiter/limiter.ts';
import type { Outbound } from '../outbound/outbound.ts';
import { addressIn } from './place-answer.ts';

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
 * Asks for one place after the other. Null where the service knows none. Throws a `DeliveryFailed` when it does not
 * answer, and when too many wait already.
 */
export type PlaceService = (latitude: number, longitude: number) => Promise<string | null>;

/** Places that wait beside the one that is asked for; at one a second a longer queue would answer nobody in time. */
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
