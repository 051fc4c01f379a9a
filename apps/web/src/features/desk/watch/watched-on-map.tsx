import { mdiEyeOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useWatchedQuery } from '../../../lib/desk/use-watched-devices.ts';
import { fetchDeviceRows } from '../../../lib/fleet/fetch-device-rows.ts';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { Icon } from '../../../ui/icon.tsx';
import classes from './watched-on-map.module.css';

/** A mark follows its vehicle this often, ms; of more vehicles than this the first to end are marked. */
const followMs = 10_000;
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
    refetchInterval: followMs,
  });
  return watched.map(({ id, deviceId, reason, until }) => {
    const position = rows?.get(deviceId)?.position;
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
