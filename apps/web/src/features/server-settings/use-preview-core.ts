import { tileSourcesFrom } from '@atalaia/contract/server/tile-sources';
import { mapTypeSchema } from '@atalaia/contract/values/values';
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { type AttributePair, attributesOf } from '../../lib/attributes/attribute-pairs.ts';
import { numberIn } from '../../lib/formats/plain-number.ts';
import { type BaseMapOffer, baseMapOffer } from '../../map/base-maps.ts';
import { createPreviewCore } from '../../map/preview/preview-core.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import classes from './place-field.module.css';
import type { ServerValues } from './server-values.ts';

export interface PreviewLook {
  readonly map: ServerValues['map'];
  readonly mapUrl: string;
  readonly bingKey: string | null;
  /** `ui.tiles.…` among them say where a base map has its pictures. */
  readonly attributes: readonly AttributePair[];
}

type PlaceValues = ServerValues['place'];

/** A pause in typing this long asks the tile services again, ms. */
const pauseMs = 500;

/** The preview map as the form stands; null where the browser draws none. */
export function usePreviewCore(look: PreviewLook, place: PlaceValues, onPlace: (place: PlaceValues) => void) {
  const { shown: theme } = useTheme();
  const { setValue } = useFormContext<ServerValues>();
  const [settled] = useDebouncedValue(JSON.stringify(look), pauseMs);
  const offer = useMemo(() => offerOf(JSON.parse(settled)), [settled]);
  const now = useRef({ place, onPlace });
  now.current = { place, onPlace };

  const [core] = useState(() => {
    try {
      return createPreviewCore({
        theme,
        baseMaps: offer,
        baseMap: look.map,
        start: startOf(place),
        markClass: classes.mark ?? '',
        onPlace: ({ latitude, longitude }) =>
          now.current.onPlace({
            ...now.current.place,
            latitude: String(Number(latitude.toFixed(5))),
            longitude: String(Number(longitude.toFixed(5))),
          }),
        onBaseMap: (name) => setValue('map', name, { shouldDirty: true }),
      });
    } catch (reason) {
      console.error('The preview of the map cannot be drawn', reason);
      return null;
    }
  });
  useEffect(() => () => core?.destroy(), [core]);
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.showBaseMap(look.map, offer), [core, look.map, offer]);

  const { latitude, longitude, zoom } = startOf(place);
  useEffect(() => {
    const hasPlace = latitude !== undefined && longitude !== undefined;
    core?.showStart(hasPlace ? { latitude, longitude } : null, zoom);
  }, [core, latitude, longitude, zoom]);
  return { core, offer };
}

function offerOf({ mapUrl, bingKey, attributes }: PreviewLook): BaseMapOffer {
  const sources = tileSourcesFrom({ mapUrl, bingKey, attributes: attributesOf(attributes) });
  return baseMapOffer(sources, mapTypeSchema.options);
}

/** What of the typed numbers a map can take. */
function startOf({ latitude, longitude, zoom }: PlaceValues) {
  const within = (typed: string, most: number, least = -most) => {
    const value = numberIn(typed);
    return value !== undefined && value >= least && value <= most ? value : undefined;
  };
  return { latitude: within(latitude, 85), longitude: within(longitude, 180), zoom: within(zoom, 22, 0) };
}
