/** The address that a position is sent with: its own, else its vehicle's last street, else the nearest town (ING-06). */
import type { PositionFragment } from '../platform/bus/bus.ts';
import { withTowns } from '../platform/geocoding/towns.ts';

/** A street is answered some time after its position, and not for each of a moving vehicle's: so long the last one serves, ms. */
const servesMs = 120_000;

/** As ingest and the addresses job write it; what a tracker sends has its quotation marks escaped. */
const addressMember = /"accuracy":[^,]+,"address":("(?:[^"\\]|\\.)*"|null)/;

export interface LiveAddresses {
  complete(fragment: PositionFragment): PositionFragment;
}

export function createLiveAddresses(towns: Parameters<typeof withTowns>[1]): LiveAddresses {
  const streets = new Map<number, { readonly member: string; readonly fixTimeMs: number }>();
  return {
    complete(fragment) {
      const { deviceId, fixTimeMs, json } = fragment;
      const street = addressMember.exec(json)?.[1];
      if (street === undefined) return fragment;
      if (street !== 'null') {
        streets.set(deviceId, { member: street, fixTimeMs });
        return fragment;
      }
      const last = streets.get(deviceId);
      if (last && Math.abs(fixTimeMs - last.fixTimeMs) <= servesMs) {
        return { ...fragment, json: json.replace('"address":null', () => `"address":${last.member}`) };
      }
      streets.delete(deviceId);
      return { ...fragment, json: withTowns(json, towns) };
    },
  };
}
