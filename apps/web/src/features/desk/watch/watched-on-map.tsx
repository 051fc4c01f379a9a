import type { Place } from '@atalaia/domain/geo/geometry';
import { mdiEyeOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWatchedQuery } from '../../../lib/desk/use-watched-devices.ts';
import { fetchDeviceRows } from '../../../lib/fleet/fetch-device-rows.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './watched-on-map.module.css';

/** Of more vehicles the first to end are marked. */
const mostMarks = 50;

/** An eye above each vehicle of the watch list (SHIFT-03). */
export function WatchedOnMap({ core }: { readonly core: Pick<MapCore, 'pin'> }) {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const watched = (useWatchedQuery().data ?? []).slice(0, mostMarks);
  const ids = watched.map(({ deviceId }) => deviceId);
  const { data: rows } = useQuery({
    queryKey: ['watched-rows', ids],
    queryFn: ({ signal }) => fetchDeviceRows(api, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const live = useLivePlaces(ids);
  return watched.map(({ id, deviceId, reason, until }) => {
    const position = live.get(deviceId) ?? rows?.get(deviceId)?.position;
    return (
      position && (
        <Pinned key={id} core={core} place={position}>
          <span
            className={classes.mark}
            role="img"
            aria-label={text('strip.watched', { reason, date: formats.dateTime(until) })}
            title={text('strip.watched', { reason, date: formats.dateTime(until) })}
          >
            <Icon path={mdiEyeOutline} size={14} />
          </span>
        </Pinned>
      )
    );
  });
}

/** Where these vehicles were heard last since they are watched here. */
function useLivePlaces(deviceIds: readonly number[]): ReadonlyMap<number, Place> {
  const { feed } = useLive();
  const [places, setPlaces] = useState<ReadonlyMap<number, Place>>(new Map());
  const key = deviceIds.join();
  useEffect(() => {
    const wanted = new Set(key.split(',').map(Number));
    return feed.onPositions((positions) => {
      const mine = positions.filter(({ deviceId }) => wanted.has(deviceId));
      if (mine.length === 0) return;
      setPlaces((before) => new Map([...before, ...mine.map((one) => [one.deviceId, one] as const)]));
    });
  }, [feed, key]);
  return places;
}
