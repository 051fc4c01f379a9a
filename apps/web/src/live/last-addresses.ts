import type { Position } from '@atalaia/contract/position';

/** An address is found some time after its position, and not for each of a moving vehicle's: so long the last one serves, ms. */
const servesMs = 120_000;

/** Gives positions that have no address yet the last one of their device, as long as it is not too old. */
export function createLastAddresses(): { complete(position: Position): Position; clear(): void } {
  const known = new Map<number, { readonly address: string; readonly atMs: number }>();
  return {
    complete(position) {
      const { deviceId, address } = position;
      const atMs = Date.parse(position.fixTime);
      if (address !== null) {
        known.set(deviceId, { address, atMs });
        return position;
      }
      const last = known.get(deviceId);
      return last && Math.abs(atMs - last.atMs) <= servesMs
        ? { ...position, address: last.address }
        : position;
    },
    clear: () => known.clear(),
  };
}
