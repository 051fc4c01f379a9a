import { useEffect, useState } from 'react';
import type { Fleet, FleetFilter } from './fleet-list.ts';

/** The devices that fit, by name, kept true while they change; undefined until the first answer. */
export function useFleetList(fleet: Fleet, { text, colour, group }: FleetFilter): Int32Array | undefined {
  const [ids, setIds] = useState<Int32Array>();
  const chart = group?.chart;
  const name = group?.name;
  useEffect(() => {
    let ended = false;
    const ask = () => {
      const filter = { text, colour, group: chart && name !== undefined ? { chart, name } : undefined };
      fleet.list(filter).then(
        (found) => !ended && setIds((before) => (sameIds(before, found) ? before : found)),
        (error: unknown) => console.error('The fleet could not be listed', error),
      );
    };
    ask();
    const stop = fleet.onChange(ask);
    return () => {
      ended = true;
      stop();
    };
  }, [fleet, text, colour, chart, name]);
  return ids;
}

function sameIds(one: Int32Array | undefined, other: Int32Array): boolean {
  return one?.length === other.length && one.every((id, index) => id === other[index]);
}
