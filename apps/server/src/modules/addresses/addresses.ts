/**
 * Gives positions their address after they were stored (ING-06): of each device's newest now and then, and of every
 * position that an event happened at. Nothing waits for it: what it finds is written and published again.
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
  replaceLastPositions,
  storeAddresses,
  withAddress,
} from './address-queries.ts';
import { createAddressQueue } from './address-queue.ts';

export interface AddressesParts {
  readonly pool: Pick<Pool, 'query'>;
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>;
  readonly geocoding: Pick<Geocoding, 'addressOf' | 'mostAtOnce'>;
  /** How often a moving device gets one. */
  readonly everyMs: number;
  readonly nowMs?: () => number;
}

export interface Addresses {
  /** One turn: resolves when nothing is due. For `every`. */
  work(signal: AbortSignal): Promise<void>;
  stop(): void;
}

/** Positions of events that wait; beyond, further ones go without. */
const mostEvents = 20_000;

export function createAddresses(parts: AddressesParts): Addresses {
  const { pool, bus, geocoding, everyMs, nowMs = () => Date.now() } = parts;
  const queue = createAddressQueue(everyMs, nowMs);
  const ofEvents = new Set<number>();
  let caughtUp = false;

  const unsubscribes = [
    bus.subscribe('positions', (fragments) => {
      for (const fragment of fragments) if (hasNoAddress(fragment)) queue.offer(fragment);
    }),
    bus.subscribe('events', (fragments) => {
      for (const { json } of fragments) {
        const { positionId }: { positionId?: number } = JSON.parse(json);
        if (positionId && ofEvents.size < mostEvents) ofEvents.add(positionId);
      }
    }),
  ];

  async function addressNewest(due: readonly PositionFragment[]): Promise<void> {
    const found = await Promise.all(
      due.map(async (fragment) => {
        const place = placeToAddress(fragment);
        const address = place && (await geocoding.addressOf(place.latitude, place.longitude));
        return address ? { ...withAddress(fragment, address), address } : undefined;
      }),
    );
    const addressed = found.filter((one) => one !== undefined);
    await storeAddresses(pool, addressed);
    const current = await replaceLastPositions(pool, addressed);
    const newest = addressed.filter(({ positionId }) => current.has(positionId));
    if (newest.length > 0) bus.publish('positions', newest.map(withoutAddressMember));
  }

  async function addressEvents(ids: readonly number[]): Promise<void> {
    const rows = await readNameless(pool, ids);
    const addressed: AddressedRow[] = [];
    for (const { latitude, longitude, ...row } of rows) {
      const address = await geocoding.addressOf(latitude, longitude);
      if (address !== null) addressed.push({ ...row, address });
    }
    await storeAddresses(pool, addressed);
  }

  /** What stood without an address when the server stopped. */
  async function catchUp(signal: AbortSignal): Promise<void> {
    let deviceId = 0;
    while (!signal.aborted) {
      const piece = await readNamelessDevices(pool, deviceId, geocoding.mostAtOnce);
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
      const ids = [...ofEvents].slice(0, geocoding.mostAtOnce);
      const due = queue.takeDue(geocoding.mostAtOnce);
      if (ids.length === 0 && due.length === 0) return;
      for (const id of ids) ofEvents.delete(id);
      try {
        await addressEvents(ids);
        await addressNewest(due);
      } catch (error) {
        // the database was away, say: what was taken waits for its next turn
        for (const id of ids) ofEvents.add(id);
        for (const fragment of due) queue.giveBack(fragment);
        throw error;
      }
    }
  }

  return {
    async work(signal) {
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
