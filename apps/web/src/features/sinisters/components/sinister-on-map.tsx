import { type Sinister, type TrailPlace, trailPlaceSchema } from '@atalaia/contract/sinisters/sinister';
import { sinisterAge } from '@atalaia/domain/time/sinister-age';
import { mdiClose } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useNow } from '../../../lib/formats/use-now.ts';
import { sinisterTone } from '../../../lib/sinister/sinister-tone.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { showOnMap, sinistersView } from '../sinisters-view-store.ts';
import { useLiveSinisters } from '../use-open-sinisters.ts';
import { useSinister } from '../use-sinister.ts';
import classes from './sinister-on-map.module.css';

interface SinisterOnMapProps {
  readonly core: Pick<MapCore, 'setSinister' | 'pin'>;
}

/** The case that is chosen, on the map, as long as it is open; and all cases kept as the live channel sends them. */
export function SinisterOnMap({ core }: SinisterOnMapProps) {
  useLiveSinisters();
  const mappedId = useStore(sinistersView, (view) => view.mappedId);
  return mappedId !== null && <MappedSinister key={mappedId} core={core} sinisterId={mappedId} />;
}

/** A closing minute of age may change its colour. */
const minuteMs = 60_000;

function MappedSinister({ core, sinisterId }: SinisterOnMapProps & { readonly sinisterId: number }) {
  const { data: sinister } = useSinister(sinisterId);
  const nowMs = useNow(minuteMs);
  useSinisterPicture(core, sinister);
  const isOver = sinister?.status === 'closed';
  useEffect(() => {
    if (isOver) showOnMap(null);
  }, [isOver]);
  const place = sinister && openingPlaceOf(sinister);
  if (!place || isOver) return null;
  return (
    <Pinned core={core} place={place}>
      <OpeningPin sinister={sinister} tone={sinisterTone(sinister, nowMs)} onClose={() => showOnMap(null)} />
    </Pinned>
  );
}

function openingPlaceOf({ openingLatitude: latitude, openingLongitude: longitude }: Sinister) {
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

interface OpeningPinProps {
  readonly sinister: Sinister;
  readonly tone: string;
  readonly onClose: () => void;
}

function OpeningPin({ sinister, tone, onClose }: OpeningPinProps) {
  const { text } = useTexts();
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is a mark on the map with a button, not a form's part
    <div
      role="group"
      className={classes.pin}
      data-tone={tone}
      aria-label={text('sinister.number', { number: sinister.number })}
    >
      <span title={sinister.devicePlate ?? sinister.device.name}>
        {text('sinister.openingPlace')} · <bdi>{sinister.devicePlate ?? sinister.device.name}</bdi>
      </span>
      <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />
    </div>
  );
}

/** Draws an open sinister on the map: opening place, last position, and the way since the opening, which grows live. */
export function useSinisterPicture(core: Pick<MapCore, 'setSinister'>, sinister: Sinister | undefined): void {
  const { text } = useTexts();
  const api = useApi();
  const isOpen = sinister?.status === 'opened';
  const sinisterId = sinister?.id ?? 0;
  const trail = useQuery({
    queryKey: ['sinister-trail', sinisterId],
    queryFn: ({ signal }) => getTrail(api, sinisterId, signal),
    enabled: isOpen,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const { data: way, error } = trail;
  useEffect(() => {
    if (!error) return;
    console.error('The way of the case could not be loaded', error);
    toasts.show('failure', text('sinister.trailFailed'));
  }, [error, text]);

  const isReady = isOpen && (way !== undefined || error !== null);
  const { deviceId = 0, openingDate = '', openingLatitude = null, openingLongitude = null } = sinister ?? {};
  useEffect(() => {
    if (!isReady) return;
    const isPlaced = openingLatitude !== null && openingLongitude !== null;
    core.setSinister({
      sinisterId,
      deviceId,
      age: sinisterAge(Date.parse(openingDate), Date.now()),
      opening: isPlaced ? { latitude: openingLatitude, longitude: openingLongitude } : null,
      way: way ?? [],
    });
  }, [core, isReady, way, sinisterId, deviceId, openingDate, openingLatitude, openingLongitude]);
  useEffect(() => () => core.setSinister(null), [core]);
}

/** Where the vehicle of a sinister was since it was opened, oldest first. */
function getTrail(api: ApiClient, sinisterId: number, signal: AbortSignal): Promise<readonly TrailPlace[]> {
  return api.json({ path: `sinisters/${sinisterId}/trail`, signal }, z.array(trailPlaceSchema));
}
