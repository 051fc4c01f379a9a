import type { SharedLocation } from '@atalaia/contract/location';
import { useEffect, useState } from 'react';
import { createSharedFeed } from '../../features/shared-location/shared-feed.ts';
import { createMapCore } from '../../map/map-core.ts';
import { MapView } from '../../map/map-view.tsx';
import { useTheme } from '../../ui/theme/theme-provider.tsx';
import { useBaseMapOffer } from './use-base-map-offer.ts';

/** Near enough to see the street a vehicle stands in. */
const closeZoom = 16;

/** The map of a shared link; it opens where the first of its devices is. */
export function SharedMap({ location }: { readonly location: SharedLocation }) {
  const { shown: theme } = useTheme();
  const baseMaps = useBaseMapOffer();
  const [feed] = useState(createSharedFeed);
  const [core] = useState(() => {
    const placed = location.devices.find(({ latitude }) => latitude !== null);
    return createMapCore({
      feed,
      theme,
      baseMaps,
      start: placed ? { latitude: placed.latitude, longitude: placed.longitude, zoom: closeZoom } : {},
      onNeverPositioned: () => {},
      onPicked: () => {},
    });
  });
  useEffect(() => () => core.destroy(), [core]);
  useEffect(() => core.setTheme(theme), [core, theme]);
  useEffect(() => core.setBaseMapOffer(baseMaps), [core, baseMaps]);
  useEffect(() => feed.show(location, Date.now()), [feed, location]);
  return <MapView core={core} />;
}
