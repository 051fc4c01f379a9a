/** Open connections by network address. */
export interface AddressCounts {
  /** Counts one more, unless the address has its full number; false then. */
  enter(address: string): boolean;
  leave(address: string): void;
}

export function createAddressCounts(most: number): AddressCounts {
  const counts = new Map<string, number>();
  return {
    enter(address) {
      const count = counts.get(address) ?? 0;
      if (count >= most) return false;
      counts.set(address, count + 1);
      return true;
    },
    leave(address) {
      const count = counts.get(address) ?? 0;
      if (count <= 1) counts.delete(address);
      else counts.set(address, count - 1);
    },
  };
}
