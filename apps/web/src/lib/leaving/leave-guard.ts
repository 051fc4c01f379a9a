/** Who holds something that would be lost is asked before the screen is taken from under it. */

type Go = () => void;

export interface LeaveGuard {
  /** `ask` is called instead of going, and goes itself once the person agrees. Returns the way to let go. */
  hold(ask: (go: Go) => void): () => void;
  /** Goes at once when nobody holds anything. */
  leave(go: Go): void;
  isHeld(): boolean;
}

export function createLeaveGuard(): LeaveGuard {
  const holders: ((go: Go) => void)[] = [];
  return {
    hold(ask) {
      holders.push(ask);
      return () => {
        const at = holders.lastIndexOf(ask);
        if (at >= 0) holders.splice(at, 1);
      };
    },
    leave(go) {
      const last = holders.at(-1);
      if (last) last(go);
      else go();
    },
    isHeld: () => holders.length > 0,
  };
}

/** The page's own. */
export const leaveGuard = createLeaveGuard();
