import { geofenceSchema } from '@atalaia/contract/rules/geofence';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import { useCompany } from '../../features/companies/use-company.ts';
import { useApi } from '../../lib/api/api-context.ts';
import type { Fleet } from '../../lib/fleet/fleet-list.ts';
import { noteUsed } from '../../lib/fleet/last-devices.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import type { MapCore, MapCoreParts } from '../../map/map-api.ts';
import { localChoices } from '../../map/map-choices.ts';
import { createMapCore } from '../../map/map-core.ts';
import { createMapWithoutCanvas } from '../../map/map-without-canvas.ts';
import { useBaseMapOffer, useNamedBaseMap } from '../../map/use-base-map-offer.ts';
import { useCore } from '../../map/use-map-state.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { useTheme } from '../../ui/theme/theme-provider.tsx';

const geofencesSchema = z.array(geofenceSchema);

/** Every geofence the person sees, on the map (MAP-13); loaded again whenever one is made or changed. */
function useMapGeofences(core: MapCore | null): void {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['geofences'],
    queryFn: ({ signal }) => api.json({ path: 'geofences', signal }, geofencesSchema),
  });
  useEffect(() => {
    if (data) core?.setGeofences(data);
  }, [core, data]);
}

/** What the map's failure takes is the map: the shell continues with one that draws nothing (ERR-03). */
function mapOrNone(parts: MapCoreParts): MapCore {
  try {
    return createMapCore(parts);
  } catch (reason) {
    console.error('The map cannot be drawn', reason);
    return createMapWithoutCanvas(parts.feed);
  }
}

/** The one map of a shell: created before the first render, disposed with it, and given the theme and brand. */
export function useMapCore(): MapCore | null {
  const { feed, watched } = useLive();
  const { shown: theme } = useTheme();
  const { map, mapStart, poiLayer } = useSettings();
  const session = useSession();
  const baseMaps = useBaseMapOffer();
  const namedMap = useNamedBaseMap();
  const { text } = useTexts();
  const brand = useCompany().company?.theme;
  const say = useRef((_key: 'map.deviceSelectedNeverPositioned' | 'map.followWhat') => {});
  say.current = (key) => toasts.show('info', text(key));

  const core = useCore(() =>
    mapOrNone({
      feed,
      theme,
      baseMaps,
      start: mapStart,
      baseMap: namedMap,
      ...(session.phase === 'signed-in' && {
        choices: localChoices({ userId: session.person.id, settingsMap: map }),
      }),
      onNeverPositioned: () => say.current('map.deviceSelectedNeverPositioned'),
      onNothingToFollow: () => say.current('map.followWhat'),
      // The selection is read from the map's state, whatever changed it.
      onPicked: () => {},
    }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another brand has other tokens, too
  useEffect(() => core?.setTheme(theme), [core, theme, brand]);
  useMapGeofences(core);
  useEffect(() => core?.setBaseMapOffer(baseMaps), [core, baseMaps]);
  useEffect(() => core?.setPoiLayer(poiLayer ?? null), [core, poiLayer]);
  useEffect(() => {
    const update = () => {
      const { deviceId, position } = watched.get();
      if (deviceId !== null) core?.setAccuracy(deviceId, position?.accuracy ?? null);
    };
    update();
    return watched.subscribe(update);
  }, [core, watched]);
  useEffect(() => {
    if (!core) return;
    const follow = () => {
      const { selectedDeviceId } = core.state.get();
      watched.watch(selectedDeviceId);
      if (selectedDeviceId !== null) noteUsed(selectedDeviceId);
    };
    follow();
    return core.state.subscribe(follow);
  }, [core, watched]);
  return core;
}

/** Lists and figures need not be truer than this, ms. */
const refreshMs = 2000;

type FleetCore = Pick<MapCore, 'state' | 'listFleet' | 'fleetFigures' | 'giveWay' | 'onFrame'>;

/**
 * The fleet as lists and figures, from the one place of the browser that knows every device: the map's worker. It answers
 * once it has them, or cannot have them: before, everybody would seem to have none.
 */
export function fleetOf(core: FleetCore): Fleet {
  // a vehicle that somebody follows moves on, whatever is done beside the map
  const isFollowing = () => core.state.get().follow && core.state.get().selectedDeviceId !== null;
  return {
    async list(filter) {
      await untilKnown(core);
      return core.listFleet(isFollowing() ? { ...filter, isAwaited: false } : filter);
    },
    figures: () => untilKnown(core).then(core.fleetFigures),
    giveWay: () => isFollowing() || core.giveWay(),
    onChange(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const stop = core.onFrame(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, refreshMs);
      });
      return () => {
        stop();
        clearTimeout(timer);
      };
    },
  };
}

function untilKnown({ state }: FleetCore): Promise<void> {
  if (state.get().load !== 'loading') return Promise.resolve();
  return new Promise((resolve) => {
    const stop = state.subscribe(() => {
      if (state.get().load === 'loading') return;
      stop();
      resolve();
    });
  });
}
