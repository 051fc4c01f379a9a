import type { FleetFigures } from '@atalaia/domain/fleet-figures';
import { useEffect, useState } from 'react';
import type { Fleet } from './fleet-list.ts';

export interface CountedFleet {
  readonly figures: FleetFigures;
  /** ms since 1970. */
  readonly countedMs: number;
}

/** Without any change they are counted again after this, since time passes for silent devices too, ms (DASH-04). */
const refreshMs = 60_000;

/** The figures of the fleet, kept true; undefined until they are first counted. */
export function useFleetFigures(fleet: Fleet): CountedFleet | undefined {
  const [counted, setCounted] = useState<CountedFleet>();
  useEffect(() => {
    let ended = false;
    const count = () => {
      fleet.figures().then(
        (figures) => !ended && setCounted({ figures, countedMs: Date.now() }),
        (error: unknown) => console.error('The fleet could not be counted', error),
      );
    };
    count();
    const stop = fleet.onChange(count);
    const timer = setInterval(count, refreshMs);
    return () => {
      ended = true;
      stop();
      clearInterval(timer);
    };
  }, [fleet]);
  return counted;
}
