/** How many positions a trail keeps (MAP-09). */
export const defaultTraceLimit = 5;
/** When the trace of one device is switched on. */
export const switchedOnTraceLimit = 30;
/** No device draws more than this, whatever its own limit says. */
export const longestTrace = 5000;

export interface TraceLimitQuestion {
  /** The device's own trace is on, and not only the traces of all. */
  readonly switchedOn: boolean;
  /** The device's attribute `traceLimit`, as it was written: a number, or digits. */
  readonly deviceLimit?: unknown;
}

/** The device's own limit wins; a text that is no number from 1 on counts as none. */
export function traceLimit({ switchedOn, deviceLimit }: TraceLimitQuestion): number {
  const own = typeof deviceLimit === 'string' && deviceLimit.trim() ? Number(deviceLimit) : deviceLimit;
  if (typeof own === 'number' && own >= 1) return Math.min(longestTrace, Math.floor(own));
  return switchedOn ? switchedOnTraceLimit : defaultTraceLimit;
}
