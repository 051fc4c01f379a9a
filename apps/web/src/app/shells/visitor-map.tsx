import type { SoughtPlace, SoughtVehicle } from '@atalaia/contract/sinisters/police-link';
import type { TrailPlace } from '@atalaia/contract/sinisters/sinister';
import { sinisterAge } from '@atalaia/domain/time/sinister-age';
import { useEffect } from 'react';
import { sharedSnapshot } from '../../features/sharing/visitor/shared-snapshot.ts';
import { PlainMapView } from '../../map/plain-map-view.tsx';
import { useVisitorMap } from './shared-map.tsx';

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
  const { core, feed, follow } = useVisitorMap(place);
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
    feed.show(sharedSnapshot({ expiresAt: openingDate, devices: [device] }, Date.now()));
  }, [feed, plate, vehicleModel, category, place, openingDate]);
  const isPlaced = place !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as its place is known
  useEffect(() => {
    if (isPlaced) void follow(deviceId);
  }, [core, isPlaced]);
  useEffect(() => {
    if (!core || trail.length === 0) return;
    const age = sinisterAge(Date.parse(openingDate), Date.now());
    const way = trail.map((one) => ({ ...one, deviceId }));
    core.setSinister({ sinisterId: deviceId, deviceId, age, opening: null, way });
  }, [core, trail, openingDate]);
  return core && <PlainMapView core={core} />;
}
