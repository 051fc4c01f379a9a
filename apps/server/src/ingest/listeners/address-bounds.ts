import { type Allowance, createAllowance } from '../allowance.ts';
import type { Clock } from '../clock.ts';
import type { IngestLimits } from '../limits.ts';

/** What the open connections of one network address share. */
export interface AddressShare {
  /** Bytes that may be read from it. */
  readonly bytes: Allowance;
  /** The connection is closed. */
  leave(): void;
}

export interface AddressBounds {
  /** One more connection of the address; undefined when it has its full number. */
  enter(address: string): AddressShare | undefined;
}

export function createAddressBounds(limits: IngestLimits, clock: Clock): AddressBounds {
  const addresses = new Map<string, { connections: number; readonly bytes: Allowance }>();
  return {
    enter(address) {
      const known = addresses.get(address);
      if (known && known.connections >= limits.connectionsPerAddress) return undefined;
      const shared = known ?? { connections: 0, bytes: createAllowance(limits.addressBytes, clock) };
      shared.connections += 1;
      addresses.set(address, shared);
      return {
        bytes: shared.bytes,
        leave() {
          shared.connections -= 1;
          if (shared.connections === 0) addresses.delete(address);
        },
      };
    },
  };
}
