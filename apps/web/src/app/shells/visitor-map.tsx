import type { SoughtPlace, SoughtVehicle } from '@atalaia/contract/sinisters/police-link';
import type { TrailPlace } from '@atalaia/contract/sinisters/sinister';
import { sinisterAge } from '@atalaia/domain/time/sinister-age';
import { useEffect, useState } from 'react';
import { createSharedFeed } from '../../features/sharing/visitor/shared-feed.ts';
import { createMapCore } from '../../map/map-core.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import { useBaseMapOffer } from '../../map/use-base-map-offer.ts';
import { useCore } from '../../map/use-map-state.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';

/** Near enough to see the street a vehicle is in. */
const closeZoom = 16;
/** The one vehicle of the map. */
const deviceId = 1;

export interface VisitorMapProps {
  readonly vehicle: SoughtVehicle;
  readonly place: SoughtPlace;
  readonly openingDate: string;
  /** Where it was since the event, oldest first. */
  readonly trail: readonly TrailPlace[];
}

/** A stolen vehicle for people without an account: where it is, and its way since the event. */
export function VisitorMap({ vehicle, place, openingDate, trail }: VisitorMapProps) {
  const { shown: theme } = useTheme();
  const baseMaps = useBaseMapOffer();
  const [feed] = useState(createSharedFeed);
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
  const { plate, vehicleModel, category } = vehicle;
  useEffect(() => {
    const device = {
      name: plate ?? vehicleModel ?? '',
      category,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      speed: place?.speed ?? null,
      course: place?.course ?? null,
      fixTime: place?.fixTime ?? null,
    };
    feed.show({ expiresAt: openingDate, devices: [device] }, Date.now());
  }, [feed, plate, vehicleModel, category, place, openingDate]);
  const isPlaced = place !== null;
  useEffect(() => {
    if (!core || !isPlaced) return;
    void core.select(deviceId).then((outcome) => outcome === 'selected' && core.setFollow(true));
  }, [core, isPlaced]);
  useEffect(() => {
    if (!core || trail.length === 0) return;
    const age = sinisterAge(Date.parse(openingDate), Date.now());
    const way = trail.map((one) => ({ ...one, deviceId }));
    core.setSinister({ sinisterId: deviceId, deviceId, age, opening: null, way });
  }, [core, trail, openingDate]);
  return core && <PlainMapView core={core} />;
}
