import type { FleetFigures } from '@atalaia/domain/travel/fleet-figures';
import { useEffect, useRef, useState } from 'react';
import type { Fleet, FleetFilter, FleetListing, KnownVehicle } from './fleet-list.ts';
import { retryDelayMs } from './use-device-rows.ts';

export interface FleetList {
  /** The devices that fit, by name; undefined until the first answer. */
  readonly ids: Int32Array | undefined;
  /** What is known of the first ones, where the filter asks for it. */
  readonly first: readonly KnownVehicle[];
  /** They answer the filter as it is now, not as it was before the last key. */
  readonly isSettled: boolean;
  /** Why the last answer did not come; it is requested again by itself. */
  readonly failure: unknown;
  /** Asks without waiting. */
  readonly retry: () => void;
  /**
   * Somebody looks at these and may choose one: what they give is asked for now, and shown in the frame of the
   * choice. Browsers let a worker's answer wait until a frame of the click itself is drawn.
   */
  readonly askAhead: (filters: readonly FleetFilter[]) => void;
}

/** What was asked ahead is forgotten after this: it was true then, and is a list of the whole fleet, ms. */
const aheadMs = 10_000;

/** The devices that fit a filter, kept true while they change. */
export function useFleetList(fleet: Fleet, filter: FleetFilter): FleetList {
  const [listing, setListing] = useState<FleetListing>();
  const [answered, setAnswered] = useState<string>();
  const ahead = useRef<ReadonlyMap<string, FleetListing>>(new Map());
  const [failure, setFailure] = useState<unknown>();
  const [attempt, setAttempt] = useState(0);
  const asked = JSON.stringify(filter);
  const [shownFor, setShownFor] = useState(asked);
  if (shownFor !== asked) {
    setShownFor(asked);
    const known = ahead.current.get(asked);
    if (known) setListing(known);
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking by hand begins anew
  useEffect(() => {
    let ended = false;
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // what was chosen of it is shown by now, and the rest is of another moment
    ahead.current = new Map();
    const filter: FleetFilter = JSON.parse(asked);
    const ask = (by: FleetFilter) => {
      clearTimeout(timer);
      fleet.list(by).then(take, fail);
    };
    // what changes by itself is awaited by nobody
    const askAgain = () => ask({ ...filter, isAwaited: false });
    const take = (found: FleetListing) => {
      if (ended) return;
      failures = 0;
      setFailure(undefined);
      setAnswered(asked);
      setListing((before) => {
        if (!before || !sameIds(before.ids, found.ids)) return found;
        return found.first.length === 0 ? before : { ids: before.ids, first: found.first };
      });
    };
    const fail = (error: unknown) => {
      console.error('The fleet could not be listed', error);
      if (ended) return;
      setFailure(error);
      clearTimeout(timer);
      timer = setTimeout(askAgain, retryDelayMs(failures++));
    };
    ask(filter);
    const stop = fleet.onChange(askAgain);
    return () => {
      ended = true;
      clearTimeout(timer);
      stop();
    };
  }, [fleet, asked, attempt]);
  return {
    ids: listing?.ids,
    first: listing?.first ?? none,
    isSettled: answered === asked,
    failure,
    retry: () => setAttempt(attempt + 1),
    askAhead(filters) {
      const found = new Map<string, FleetListing>();
      ahead.current = found;
      setTimeout(() => {
        if (ahead.current === found) ahead.current = new Map();
      }, aheadMs);
      for (const one of filters) {
        fleet.list({ ...one, isAwaited: false }).then(
          (listing) => found.set(JSON.stringify(one), listing),
          // it is asked for again, and its failure said, once it is chosen
          () => undefined,
        );
      }
    },
  };
}

const none: readonly KnownVehicle[] = [];

function sameIds(one: Int32Array, other: Int32Array): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

interface CountedFleet {
  readonly figures: FleetFigures;
  /** ms since 1970. */
  readonly countedMs: number;
}

/** Without any change they are counted again after this, since time passes for silent devices too, ms (DASH-04). */
const refreshMs = 60_000;

interface FleetCount {
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
