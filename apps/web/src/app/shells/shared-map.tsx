import type { SharedLocation } from '@atalaia/contract/accounts/location';
import { useEffect, useState } from 'react';
import { SharedPlaces } from '../../features/sharing/visitor/components/shared-places.tsx';
import { createSharedFeed } from '../../features/sharing/visitor/shared-feed.ts';
import { createMapCore } from '../../map/map-core.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import { useBaseMapOffer } from '../../map/use-base-map-offer.ts';
import { useCore } from '../../map/use-map-state.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { useTheme } from '../../ui/theme/theme-provider.tsx';

/** Near enough to see the street a vehicle is in. */
const closeZoom = 16;

interface SharedMapProps {
  readonly location: SharedLocation;
}

/** What a shared link shows: its devices on a map, and in words where the browser draws none (SHARE-01). */
export function SharedMap({ location }: SharedMapProps) {
  return (
    <ErrorBoundary fallback={() => <SharedPlaces location={location} />}>
      <DrawnMap location={location} />
    </ErrorBoundary>
  );
}

/** Opens where the first device is, and follows it when it is the only one. */
function DrawnMap({ location }: SharedMapProps) {
  const { shown: theme } = useTheme();
  const baseMaps = useBaseMapOffer();
  const [feed] = useState(createSharedFeed);
  const core = useCore(() => {
    const placed = location.devices.find(({ latitude }) => latitude !== null);
    const made = createMapCore({
      feed,
      theme,
      baseMaps,
      start: placed ? { latitude: placed.latitude, longitude: placed.longitude, zoom: closeZoom } : {},
      onNeverPositioned: () => {},
      onPicked: () => {},
    });
    made.setLabels(true);
    return made;
  });
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  useEffect(() => feed.show(location, Date.now()), [feed, location]);

  const show = async (deviceNumber: number) => {
    if ((await core?.select(deviceNumber)) === 'selected') core?.setFollow(true);
  };
  const isOne = location.devices.length === 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (core && isOne) void show(1);
  }, [core]);

  return (
    <>
      {core && <PlainMapView core={core} />}
      <SharedPlaces location={location} onShow={(deviceNumber) => void show(deviceNumber)} />
    </>
  );
}
