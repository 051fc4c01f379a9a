import type { DeviceState } from './device-states.ts';
import type { TotalsEntry } from './entry.ts';

/**
 * A device's counts as a person set them (DEV-02): it counts on from there. What fell due before is forgotten, so that
 * the next crossing is news again.
 */
export function withTotals(state: DeviceState, { totalDistanceMetres, hoursMs }: TotalsEntry): DeviceState {
  const { turn, fuel, ...memory } = state.memory;
  return {
    ...state,
    memory: {
      ...memory,
      totalDistanceMetres,
      hoursMs,
      highest: undefined,
      turn: turn && { ...turn, totalDistanceMetres },
      fuel: fuel && { ...fuel, totalDistanceMetres },
    },
  };
}
