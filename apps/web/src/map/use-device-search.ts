import { useEffect, useState } from 'react';
import type { MapCore, MapDevice } from './map-api.ts';

/** From so many characters on something is searched (MAP-11). */
export const leastCharacters = 2;
const mostOffered = 8;

interface Found {
  /** The text that these fit. */
  readonly wanted: string;
  readonly devices: readonly MapDevice[];
}

const nothing: Found = Object.freeze({ wanted: '', devices: [] });

/** Devices whose name or unique id holds a text; what was found last stays until the worker has answered. */
export function useDeviceSearch(core: MapCore, text: string): Found {
  const [found, setFound] = useState(nothing);
  const wanted = text.trim();
  useEffect(() => {
    let ended = false;
    if (wanted.length < leastCharacters) setFound(nothing);
    else {
      void core.search(wanted, mostOffered).then((devices) => {
        if (!ended) setFound({ wanted, devices });
      });
    }
    return () => {
      ended = true;
    };
  }, [core, wanted]);
  return found;
}
