/**
 * Gives positions what a street service answers after they were stored (ING-06): each device's newest now and then, every
 * position that an event happened at, and those that a person looks at, before others. Nothing waits for it: what it finds
 * is written and published again. Without a service there is nothing to do: the nearest town is stored nowhere.
 */
import type { Pool } from 'pg';
import type { Bus, PositionFragment } from '../../platform/bus/bus.ts';
import type { Geocoding } from '../../platform/geocoding/geocoding.ts';
import {
  type AddressedRow,
  hasNoAddress,
  placeToAddress,
  readNameless,
  readNamelessDevices,
  readNamelessLast,
  replaceLastPositions,
  storeAddresses,
  withAddress,
} from './address-queries.ts';

/**
 * Which positions get an address, and when: each device's newest one, at once when the last was long ago, else when its
 * time is come; so a vehicle that stops always gets one, and one that moves costs a bounded number of look-ups. How long
 * ago is judged by fix times: what a tracker stored on a way without a network comes in one burst.
 */
interface AddressQueue {
  /** News of where a device is; what it waits with already is replaced. */
  offer(fragment: PositionFragment): void;
  /** It was taken out and not addressed: it waits for its next time, unless something newer waits already. */
  giveBack(fragment: PositionFragment): void;
  /** Takes out so many at most whose time is come: newest ones first, those that wait longest before others. */
  takeDue(most: number): PositionFragment[];
  readonly waiting: number;
}

/** Positions that were replaced while they waited, of all devices; beyond, the oldest go without. */
const mostPassed = 5_000;

/** When an address of a device was last requested, and for which fix. */
interface Requested {
  readonly atMs: number;
  readonly fixTimeMs: number;
}

export function createAddressQueue(everyMs: number, nowMs: () => number): AddressQueue {
  const requested = new Map<number, Requested>();
  /** In the order of being offered first. */
  const waiting = new Map<number, PositionFragment>();
  const passed: PositionFragment[] = [];

  function isSpaced({ deviceId, fixTimeMs }: PositionFragment): boolean {
    const last = requested.get(deviceId);
    return last === undefined || fixTimeMs - last.fixTimeMs >= everyMs;
  }

  function isDue(fragment: PositionFragment): boolean {
    const last = requested.get(fragment.deviceId);
    return last === undefined || nowMs() - last.atMs >= everyMs || isSpaced(fragment);
  }

  function note({ deviceId, fixTimeMs }: PositionFragment): void {
    requested.set(deviceId, { atMs: nowMs(), fixTimeMs });
  }

  return {
    offer(fragment) {
      const replaced = waiting.get(fragment.deviceId);
      if (replaced && replaced.positionId !== fragment.positionId && isSpaced(replaced)) {
        note(replaced);
        passed.push(replaced);
        if (passed.length > mostPassed) passed.shift();
      }
      // replacing a value keeps its place in the order
      waiting.set(fragment.deviceId, fragment);
    },
    giveBack(fragment) {
      if (!waiting.has(fragment.deviceId)) waiting.set(fragment.deviceId, fragment);
    },
    takeDue(most) {
      const due: PositionFragment[] = [];
      for (const [deviceId, fragment] of waiting) {
        if (due.length >= most) break;
        if (!isDue(fragment)) continue;
        due.push(fragment);
        waiting.delete(deviceId);
        note(fragment);
      }
      due.push(...passed.splice(0, most - due.length));
      return due;
    },
    get waiting() {
      return waiting.size + passed.length;
    },
  };
}

export interface AddressesParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly geocoding: Pick<Geocoding, 'streetOf' | 'hasStreets'>;
  /** How often a moving device gets one. */
  readonly everyMs: number;
  /** Places that are taken together: a service is asked for one after the other. */
  readonly atOnce?: number;
  readonly nowMs?: () => number;
}

export interface Addresses {
  /** One turn: resolves when nothing is due. For `every`. */
  work(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Positions of events, and such as are looked at, that wait; beyond, further ones go without. */
const mostNamed = 20_000;

export function createAddresses(parts: AddressesParts): Addresses {
  const { pool, bus, geocoding, everyMs, atOnce = 1, nowMs = () => Date.now() } = parts;
  const queue = createAddressQueue(everyMs, nowMs);
  const ofEvents = new Set<number>();
  const lookedAt = new Set<number>();
  let caughtUp = false;

  const unsubscribes = [
    bus.subscribe('positions', (fragments) => {
      if (!geocoding.hasStreets) return;
      for (const fragment of fragments) if (hasNoAddress(fragment)) queue.offer(fragment);
    }),
    bus.subscribe('events', (fragments) => {
      if (!geocoding.hasStreets) return;
      for (const { json } of fragments) {
        const { positionId }: { positionId?: number } = JSON.parse(json);
        if (positionId && ofEvents.size < mostNamed) ofEvents.add(positionId);
      }
    }),
    bus.subscribe('positionsLookedAt', ({ positionIds }) => {
      if (!geocoding.hasStreets) return;
      for (const id of positionIds) if (lookedAt.size < mostNamed) lookedAt.add(id);
    }),
  ];

  async function addressNewest(due: readonly PositionFragment[]): Promise<void> {
    const found = await Promise.all(
      due.map(async (fragment) => {
        const place = placeToAddress(fragment);
        const address = place && (await geocoding.streetOf(place.latitude, place.longitude));
        return address ? { ...withAddress(fragment, address), address } : undefined;
      }),
    );
    const addressed = found.filter((one) => one !== undefined);
    await storeAddresses(pool, addressed);
    const current = await replaceLastPositions(pool, addressed);
    const newest = addressed.filter(({ positionId }) => current.has(positionId));
    if (newest.length > 0) bus.publish('positions', newest.map(withoutAddressMember));
  }

  async function addressNamed(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const rows = await readNameless(pool, ids);
    const addressed: AddressedRow[] = [];
    for (const { latitude, longitude, ...row } of rows) {
      const address = await geocoding.streetOf(latitude, longitude);
      if (address !== null) addressed.push({ ...row, address });
    }
    // whoever looks at where a vehicle is now sees it at once
    await addressNewest(await readNamelessLast(pool, addressed));
    await storeAddresses(pool, addressed);
  }

  /** What stood without an address when the server stopped. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    let deviceId = 0;
    while (!signal.aborted) {
      const piece = await readNamelessDevices(pool, deviceId, atOnce);
      const last = piece.at(-1);
      if (!last) {
        caughtUp = true;
        return;
      }
      await addressNewest(piece);
      deviceId = last.deviceId;
      // moving devices do not wait for those that do not move
      await addressDue(signal);
    }
  }

  async function addressDue(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const named = lookedAt.size > 0 ? lookedAt : ofEvents;
      const ids = [...named].slice(0, atOnce);
      const due = lookedAt.size > 0 ? [] : queue.takeDue(atOnce);
      if (ids.length === 0 && due.length === 0) return;
      for (const id of ids) named.delete(id);
      try {
        await addressNamed(ids);
        await addressNewest(due);
      } catch (error) {
        // the database was away, say: what was taken waits for its next turn
        for (const id of ids) named.add(id);
        for (const fragment of due) queue.giveBack(fragment);
        throw error;
      }
    }
  }

  return {
    async work(signal) {
      // what comes while no service is set up is caught up with once one is
      if (!geocoding.hasStreets) caughtUp = false;
      if (!geocoding.hasStreets) return;
      if (!caughtUp) await catchUp(signal);
      await addressDue(signal);
    },
    stop() {
      for (const unsubscribe of unsubscribes) unsubscribe();
    },
  };
}

function withoutAddressMember({ address: _, ...fragment }: PositionFragment & { readonly address: string }) {
  return fragment;
}
