import { type SharedLocation as Location, mostSharedPlaces } from '@atalaia/contract/accounts/location';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { SharedLocation } from '../../features/sharing/visitor/components/shared-location.tsx';
import { SharedPlaces } from '../../features/sharing/visitor/components/shared-places.tsx';
import { sharedSnapshot } from '../../features/sharing/visitor/shared-snapshot.ts';
import { createShownFeed } from '../../live/shown-feed.ts';
import type { MapCore } from '../../map/map-api.ts';
import { createMapCore } from '../../map/map-core.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import { useBaseMapOffer } from '../../map/use-base-map-offer.ts';
import { useCore } from '../../map/use-map-state.ts';
import { ErrorBoundary } from '../../ui/feedback/error-boundary.tsx';
import { useTheme } from '../../ui/theme/theme-provider.tsx';

/** Near enough to see the street a vehicle is in. */
const closeZoom = 16;

interface SharedMapProps {
  readonly location: Location;
}

/** What a shared link shows: its devices on a map, and in words where the browser draws none (SHARE-01). */
function SharedMap({ location }: SharedMapProps) {
  return (
    <ErrorBoundary fallback={() => <SharedPlaces location={location} />}>
      <DrawnMap location={location} />
    </ErrorBoundary>
  );
}

interface Placed {
  readonly latitude: number | null;
  readonly longitude: number | null;
}

/** A map of what a link shows to somebody without an account: it opens near the place, and its vehicles bear their names. */
export function useVisitorMap(place: Placed | null | undefined) {
  const { shown: theme } = useTheme();
  const baseMaps = useBaseMapOffer();
  const [feed] = useState(() => createShownFeed());
  const core = useCore(() => {
    const made = createMapCore({
      feed,
      theme,
      baseMaps,
      start: place ? { latitude: place.latitude, longitude: place.longitude, zoom: closeZoom } : {},
      onNeverPositioned: () => {},
      onPicked: () => {},
    });
    made.setLabels(true);
    return made;
  });
  useEffect(() => core?.setTheme(theme), [core, theme]);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  const follow = async (deviceNumber: number) => {
    if ((await core?.select(deviceNumber)) === 'selected') core?.setFollow(true);
  };
  return { core, feed, follow };
}

/** Opens where the first device is, and follows it when it is the only one. */
function DrawnMap({ location }: SharedMapProps) {
  const { core, feed, follow } = useVisitorMap(location.devices.find(({ latitude }) => latitude !== null));
  useEffect(() => feed.show(sharedSnapshot(location, Date.now())), [feed, location]);
  useEffect(() => {
    if (core) drawTrails(core, location);
  }, [core, location]);
  const isOne = location.devices.length === 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    if (core && isOne) void follow(1);
  }, [core]);
  return (
    <>
      {core && <PlainMapView core={core} />}
      <SharedPlaces location={location} onShow={(deviceNumber) => void follow(deviceNumber)} />
    </>
  );
}

/** The way of each device as the link has it now; the link says no times of it, only the order. */
function drawTrails(core: Pick<MapCore, 'setTrace'>, { devices }: Location): void {
  for (const [index, { trail }] of devices.entries()) {
    const deviceId = index + 1;
    const places = trail.map(({ latitude, longitude }, at) => ({
      ...{ deviceId, latitude, longitude },
      fixTime: new Date(at).toISOString(),
    }));
    core.setTrace(deviceId, null);
    if (places.length > 0) core.setTrace(deviceId, places, mostSharedPlaces);
  }
}

/** `/shared/{token}`, open to everybody (ROUTE-09). */
export function SharedRoute() {
  const { token = '' } = useParams();
  const navigate = useNavigate();
  return (
    <SharedLocation
      token={token}
      onLeave={() => void navigate('/login', { replace: true })}
      map={(location) => <SharedMap location={location} />}
    />
  );
}
