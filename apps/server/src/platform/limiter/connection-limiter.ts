import { networkOf } from './network-of.ts';

/** Bounds on what is open at one time. */
export interface ConnectionLimits {
  readonly connections: number;
  /** Of one network address; of IPv6, of one /64. */
  readonly connectionsPerAddress: number;
}

/** One that is open. */
export interface Place {
  /** Something is under way on it, so that it gives way to nobody, until `idle` was called as often. */
  busy(): void;
  idle(): void;
  readonly isBusy: boolean;
  /** It is over. */
  leave(): void;
}

export type Refusal = 'too-many-connections' | 'too-many-of-address';

/**
 * Counts what is open, in all and by address. Where a bound is met, the one that has done nothing for longest gives way
 * to the newcomer, so that nobody is kept out by connections that are only held.
 */
export interface ConnectionLimiter {
  /**
   * One more, of this address; without one it counts in all alone. `giveWay` is called when it is idle and its place
   * goes to another; without it it never gives way.
   */
  enter(address: string | undefined, giveWay?: () => void): Place | Refusal;
  readonly open: number;
}

interface Idle {
  readonly leave: () => void;
  readonly giveWay: () => void;
}

interface AddressCount {
  open: number;
  /** In the order in which they fell idle. */
  readonly idle: Set<Idle>;
}

export function createConnectionLimiter(limits: ConnectionLimits): ConnectionLimiter {
  const addresses = new Map<string, AddressCount>();
  const idle = new Set<Idle>();
  let open = 0;

  const makeRoom = (among: ReadonlySet<Idle>): boolean => {
    const [oldest] = among;
    oldest?.leave();
    oldest?.giveWay();
    return oldest !== undefined;
  };

  return {
    enter(address, giveWay) {
      const network = address === undefined ? undefined : networkOf(address);
      const count = addresses.get(network ?? '') ?? { open: 0, idle: new Set() };
      const isOwnBoundMet = network !== undefined && count.open >= limits.connectionsPerAddress;
      if (isOwnBoundMet && !makeRoom(count.idle)) return 'too-many-of-address';
      if (open >= limits.connections && !makeRoom(idle)) return 'too-many-connections';
      open += 1;
      count.open += 1;
      // again, since the one that gave way may have been the last of this address
      if (network !== undefined) addresses.set(network, count);
      let underWay = 0;
      let isOver = false;
      const self: Idle | undefined = giveWay && { leave, giveWay };
      const setIdle = (isIdle: boolean) => {
        if (!self) return;
        for (const among of [idle, count.idle]) {
          if (isIdle && !isOver) among.add(self);
          else among.delete(self);
        }
      };
      function leave() {
        if (isOver) return;
        isOver = true;
        setIdle(false);
        open -= 1;
        count.open -= 1;
        if (network !== undefined && count.open === 0) addresses.delete(network);
      }
      setIdle(true);
      return {
        busy() {
          underWay += 1;
          setIdle(false);
        },
        idle() {
          underWay -= 1;
          if (underWay === 0) setIdle(true);
        },
        get isBusy() {
          return underWay > 0;
        },
        leave,
      };
    },
    get open() {
      return open;
    },
  };
}
