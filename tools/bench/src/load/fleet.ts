/** Who drives in a benchmark: unique ids by number, half of them gt06, half teltonika, and their devices on the server. */
import type { Api } from '@atalaia/fixtures/api';
import type { LoadProtocol } from './packets.ts';

export interface FleetTracker {
  readonly protocol: LoadProtocol;
  readonly uniqueId: string;
}

/** Fifteen digits, as an IMEI has them. */
export function fleetOf(count: number): readonly FleetTracker[] {
  return Array.from({ length: count }, (_, index) => ({
    protocol: index % 2 === 0 ? 'gt06' : 'teltonika',
    uniqueId: `350000000${String(index + 1).padStart(6, '0')}`,
  }));
}

const callsAtOnce = 16;

/** Registers a device for each, in that group if one is named; returns the device ids in their order. */
export async function createFleet(
  api: Api,
  fleet: readonly FleetTracker[],
  groupId = 0,
): Promise<readonly number[]> {
  const ids: number[] = [];
  let next = 0;
  const register = async () => {
    while (next < fleet.length) {
      const index = next++;
      const uniqueId = fleet[index]?.uniqueId ?? '';
      const { id } = await api.createDevice({ uniqueId, name: `Vehicle ${uniqueId.slice(-6)}`, groupId });
      ids[index] = id;
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, register));
  return ids;
}
