import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import { useEffect, useState } from 'react';
import type { Fleet } from './fleet-list.ts';

export interface CountedFleet {
  readonly figures: FleetFigures;
  /** ms since 1970. */
  readonly countedMs: number;
}

/** Without any change they are counted again after this, since time passes for silent devices too, ms (DASH-04). */
const refreshMs = 60_000;

export interface FleetCount {
  /** Undefined until they are first counted. */
  readonly counted: CountedFleet | undefined;
  /** Why the last count did not come; a later one may. */
  readonly failure: unknown;
  /** Asks without waiting. */
  readonly retry: () => void;
}

/** The figures of the fleet, kept true. */
export function useFleetFigures(fleet: Fleet): FleetCount {
  const [counted, setCounted] = useState<CountedFleet>();
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking by hand begins anew
  useEffect(() => {
    let ended = false;
    const count = () => {
      fleet.figures().then(
        (figures) => {
          if (ended) return;
          setFailure(undefined);
          setCounted({ figures, countedMs: Date.now() });
        },
        (error: unknown) => {
          console.error('The fleet could not be counted', error);
          if (!ended) setFailure(error);
        },
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
  }, [fleet, attempt]);
  return { counted, failure, retry: () => setAttempt(attempt + 1) };
}
