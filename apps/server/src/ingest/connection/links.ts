/** A connection as far as others need to know it. */
export interface Link {
  /** A newer connection of the same tracker took its place. */
  replaced(deviceId: number): void;
}

/** Which connection each device speaks on; TCP only, since UDP and HTTP have none. */
export interface Links {
  /** The device speaks on this link now. Another link that it spoke on is told that it is replaced (ING-11). */
  hold(deviceId: number, link: Link): void;
  /** The link ended. True when the device has no other: it is offline then. */
  drop(deviceId: number, link: Link): boolean;
  /** From here on links end because the server does, which says nothing of the devices. */
  stop(): void;
}

export function createLinks(): Links {
  const links = new Map<number, Link>();
  let stopped = false;
  return {
    hold(deviceId, link) {
      const before = links.get(deviceId);
      if (before === link) return;
      links.set(deviceId, link);
      before?.replaced(deviceId);
    },
    drop(deviceId, link) {
      if (stopped || links.get(deviceId) !== link) return false;
      return links.delete(deviceId);
    },
    stop() {
      stopped = true;
    },
  };
}
