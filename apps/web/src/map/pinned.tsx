import type { Place } from '@atalaia/domain/geo/geometry';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MapCore } from './map-api.ts';

interface PinnedProps {
  readonly core: Pick<MapCore, 'pin'>;
  readonly place: Place;
  readonly children: ReactNode;
}

/** Puts something on the map at a place, with the middle of its lower edge. */
export function Pinned({ core, place: { latitude, longitude }, children }: PinnedProps) {
  const [element, setElement] = useState<HTMLElement>();
  useEffect(() => {
    const pin = core.pin({ latitude, longitude });
    setElement(pin.element);
    return pin.remove;
  }, [core, latitude, longitude]);
  return element && createPortal(children, element);
}
