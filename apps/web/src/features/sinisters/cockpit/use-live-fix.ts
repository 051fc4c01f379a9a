import type { Position } from '@atalaia/contract/devices/position';
import type { Cockpit } from '@atalaia/contract/sinisters/cockpit';
import { useEffect, useState } from 'react';
import { useLive } from '../../../live/live-context.ts';

export type Fix = NonNullable<Cockpit['device']>;

/** A fix with a newer position of its device in the place of what it was; null where that is not newer. */
export function fixWith(fix: Fix, position: Position): Fix | null {
  const isNewer = fix.fixTime === null || Date.parse(position.fixTime) > Date.parse(fix.fixTime);
  if (!isNewer || !position.valid || position.outdated) return null;
  const { latitude, longitude, speed, course, fixTime, serverTime, attributes } = position;
  return {
    ...fix,
    ...{ latitude, longitude, speed, course, fixTime, heardAt: serverTime, status: 'online' },
    ignition: attributes.ignition ?? fix.ignition,
    blocked: attributes.blocked ?? fix.blocked,
    address: position.address ?? null,
  };
}

/** Where the vehicle is, as the server said it and as the live channel goes on. */
export function useLiveFix(said: Fix | null): Fix | null {
  const { feed } = useLive();
  const [live, setLive] = useState<Position>();
  const deviceId = said?.deviceId;
  useEffect(() => {
    if (deviceId === undefined) return;
    return feed.onPositions((positions) => {
      const mine = positions.findLast((one) => one.deviceId === deviceId);
      if (mine) setLive(mine);
    });
  }, [feed, deviceId]);
  if (!said || live?.deviceId !== said.deviceId) return said;
  return fixWith(said, live) ?? said;
}
