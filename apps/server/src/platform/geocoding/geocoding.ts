/** The address of a place (ING-06): the nearest town by default, a service's answer where one is set up. */

import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { OperationsSettings } from '../config/operations-settings.ts';
import { createOutbound } from '../outbound/outbound.ts';
import type { OutboundMetrics } from '../outbound/outbound-metrics.ts';
import { createPlaceService } from './place-service.ts';
import { type Towns, type TownsData, townsOf } from './towns.ts';

/** What any part of the server may ask; never rejects for an address. */
export interface Geocoding {
  /**
   * In Portuguese, by degrees; null in the open sea. Where the service does not answer, the nearest town: so the same
   * place may get a better address later.
   */
  addressOf(latitude: number, longitude: number): Promise<string | null>;
  /** The towns in shared memory, for a worker thread: `townsOf(data).nearest(latitude, longitude)` there. */
  towns(): Promise<TownsData>;
  /** How many places are requested together at best: a service is asked for one after the other. */
  readonly mostAtOnce: number;
  stop(): void;
}

export interface GeocodingParts {
  readonly config: Pick<OperationsSettings, 'geocoderUrl' | 'geocoderIntervalMs'>;
  readonly metrics: OutboundMetrics;
  readonly log: Logger;
  /** How the towns are read; from their package unless given. */
  readonly load?: () => Promise<TownsData>;
}

/** Decimals of a degree that count: the fourth is 11 m. */
const roundedTo = 4;
const mostRemembered = 20_000;
const timeoutMs = 5_000;

export function createGeocoding({ config, metrics, log, load = loadTowns }: GeocodingParts): Geocoding {
  const stopping = new AbortController();
  const service =
    config.geocoderUrl === undefined
      ? undefined
      : createPlaceService({
          url: config.geocoderUrl,
          intervalMs: config.geocoderIntervalMs,
          outbound: createOutbound({ service: 'geocoder', metrics, timeoutMs }),
          stopping: stopping.signal,
        });
  const remembered = new LRUCache<string, string>({ max: mostRemembered });
  let data: Promise<TownsData> | undefined;
  let towns: Towns | undefined;

  const townsData = () => {
    data ??= load().catch((error) => {
      data = undefined;
      throw error;
    });
    return data;
  };

  async function nearest(latitude: number, longitude: number): Promise<string | null> {
    try {
      towns ??= townsOf(await townsData());
      return towns.nearest(latitude, longitude);
    } catch (error) {
      log.error({ err: error }, 'the towns could not be read: positions go without an address');
      return null;
    }
  }

  return {
    async addressOf(latitude, longitude) {
      if (!service) return nearest(latitude, longitude);
      const key = `${latitude.toFixed(roundedTo)} ${longitude.toFixed(roundedTo)}`;
      const known = remembered.get(key);
      if (known !== undefined) return known;
      try {
        const address = await service(latitude, longitude);
        if (address === null) return await nearest(latitude, longitude);
        remembered.set(key, address);
        return address;
      } catch (error) {
        if (!stopping.signal.aborted)
          log.debug({ err: error }, 'the geocoder gave no address; the town is told');
        return nearest(latitude, longitude);
      }
    },
    towns: townsData,
    mostAtOnce: service ? 1 : 500,
    stop: () => stopping.abort(),
  };
}

/** The towns, read in a thread that ends afterwards. Rejects when the data cannot be read. */
export function loadTowns(): Promise<TownsData> {
  const worker = new Worker(new URL('./towns-worker.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that reads the towns ended with ${code}`)));
  });
}
