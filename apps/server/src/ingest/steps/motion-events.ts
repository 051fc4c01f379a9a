/** The start of a trip is reported after a time or a distance; a stop after a time, or once the ignition is off. */
export const movingAfterMs = 60_000;
export const movingAfterMetres = 200;
export const stoppedAfterMs = 180_000;

/** A change of motion that is not believed yet: where it began. */
export interface Turn {
  readonly timeMs: number;
  readonly totalDistanceMetres: number;
}

export interface MotionMemory {
  /** As last reported; undefined until it is known. */
  readonly moving?: boolean | undefined;
  readonly turn?: Turn | undefined;
}

export interface MotionFindings {
  readonly event: 'deviceMoving' | 'deviceStopped' | undefined;
  readonly memory: MotionMemory;
}

export interface MotionNow extends Turn {
  readonly motion: boolean;
  readonly ignition: boolean | undefined;
}

/**
 * Whether a device sets out or comes to rest (ING-07). A traffic light is no stop and a jerk of the receiver no way: the
 * change must last. The first position raises nothing, since the state before it is unknown.
 */
export function motionFindings({ moving, turn }: MotionMemory, now: MotionNow): MotionFindings {
  if (moving === undefined) return { event: undefined, memory: { moving: now.motion } };
  if (now.motion === moving) return { event: undefined, memory: { moving } };
  const since = turn ?? { timeMs: now.timeMs, totalDistanceMetres: now.totalDistanceMetres };
  const lastedMs = now.timeMs - since.timeMs;
  const metres = now.totalDistanceMetres - since.totalDistanceMetres;
  const isCertain = now.motion
    ? lastedMs >= movingAfterMs || metres >= movingAfterMetres
    : lastedMs >= stoppedAfterMs || now.ignition === false;
  if (!isCertain) return { event: undefined, memory: { moving, turn: since } };
  return { event: now.motion ? 'deviceMoving' : 'deviceStopped', memory: { moving: now.motion } };
}
