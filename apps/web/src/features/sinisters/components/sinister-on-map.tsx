import type { Sinister } from '@atalaia/contract/sinisters/sinister';
import { mdiClose } from '@mdi/js';
import { useEffect } from 'react';
import { useNow } from '../../../lib/formats/use-now.ts';
import { sinisterTone } from '../../../lib/sinister/sinister-tone.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { Pinned } from '../../../map/pinned.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { showOnMap, sinistersView } from '../sinisters-view-store.ts';
import { useLiveSinisters } from '../use-open-sinisters.ts';
import { useSinister } from '../use-sinister.ts';
import { useSinisterPicture } from '../use-sinister-picture.ts';
import classes from './sinister-on-map.module.css';

interface SinisterOnMapProps {
  readonly core: Pick<MapCore, 'setSinister' | 'pin'>;
}

/** The case that is chosen, on the map, as long as it is open; and all cases kept as the live channel tells them. */
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
