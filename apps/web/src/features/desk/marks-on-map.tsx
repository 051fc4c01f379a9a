import { deviceSchema } from '@atalaia/contract/devices/device';
import type { Place } from '@atalaia/domain/geo/geometry';
import { mdiBellOffOutline, mdiEyeOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useWatchedQuery } from '../../lib/desk/use-watched-devices.ts';
import { fetchDeviceRows } from '../../lib/fleet/use-device-rows.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useSilences } from '../../live/desk/use-silences.ts';
import { useLive } from '../../live/live-context.ts';
import type { MapCore } from '../../map/map-api.ts';
import { Pinned } from '../../map/pinned.tsx';
import { Icon } from '../../ui/icon.tsx';
import classes from './marks-on-map.module.css';

/** Of more vehicles the first to end are marked. */
const mostMarks = 50;

interface Mark {
  readonly key: string;
  readonly deviceId: number;
  readonly icon: string;
  readonly name: string;
  readonly tone: 'brand' | 'unknown';
}

/** An eye above each vehicle of the watch list (SHIFT-03), a bell above each that opens no alarm for now (DESK-16). */
export function MarksOnMap({ core }: { readonly core: Pick<MapCore, 'pin'> }) {
  const api = useApi();
  const marks = [...useWatchedMarks(), ...useSilenceMarks()];
  const ids = [...new Set(marks.map(({ deviceId }) => deviceId))];
  const { data: rows } = useQuery({
    queryKey: ['marked-rows', ids],
    queryFn: ({ signal }) => fetchDeviceRows(api, ids, signal),
    enabled: ids.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const live = useLivePlaces(ids);
  return ids.map((id) => {
    const position = live.get(id) ?? rows?.get(id)?.position;
    return (
      position && (
        <Pinned key={id} core={core} place={position}>
          <span className={classes.marks}>
            {marks
              .filter(({ deviceId }) => deviceId === id)
              .map(({ key, icon, name, tone }) => (
                <span
                  key={key}
                  className={classes.mark}
                  data-tone={tone}
                  role="img"
                  aria-label={name}
                  title={name}
                >
                  <Icon path={icon} size={14} />
                </span>
              ))}
          </span>
        </Pinned>
      )
    );
  });
}

function useWatchedMarks(): readonly Mark[] {
  const { text } = useTexts();
  const formats = useFormats();
  const watched = (useWatchedQuery().data ?? []).slice(0, mostMarks);
  return watched.map(({ id, deviceId, reason, until }) => ({
    ...{ key: `watched ${id}`, deviceId, icon: mdiEyeOutline, tone: 'brand' },
    name: text('strip.watched', { reason, date: formats.dateTime(until) }),
  }));
}

function useSilenceMarks(): readonly Mark[] {
  const { text } = useTexts();
  const formats = useFormats();
  const api = useApi();
  const silences = useSilences();
  const customerIds = [...new Set(silences.map(({ customerId }) => customerId))].filter((id) => id > 0);
  const { data: ofCustomers } = useQuery({
    queryKey: ['silenced-devices', customerIds],
    queryFn: async ({ signal }) => {
      const pages = customerIds.map((customerId) => {
        const query = { customerId, limit: mostMarks };
        return api.json({ path: 'devices', query, signal }, z.array(deviceSchema));
      });
      return (await Promise.all(pages)).flat().map(({ id, customerId }) => ({ id, customerId }));
    },
    enabled: customerIds.length > 0,
    placeholderData: (before) => before,
    staleTime: 60_000,
  });
  const marks = silences.flatMap(({ id, deviceId, customerId, reason, until }) => {
    const deviceIds =
      deviceId > 0
        ? [deviceId]
        : (ofCustomers ?? []).filter((one) => one.customerId === customerId).map((one) => one.id);
    const name = text('strip.silenced', {
      reason: text(`silenceReason.${reason}`),
      date: formats.dateTime(until),
    });
    return deviceIds.map(
      (of): Mark => ({
        ...{ key: `silence ${id}`, deviceId: of, icon: mdiBellOffOutline, name, tone: 'unknown' },
      }),
    );
  });
  return marks.slice(0, mostMarks);
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
