import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { traceLimit } from '../../../map/trace/trace-memory.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';

/** The switch of a device's trace: on, it begins with the way already driven and grows with what comes live (PANEL-02). */
export function useTrace(core: MapCore, device: Device, position: Position | undefined) {
  const { text } = useTexts();
  const api = useApi();
  const isOn = useStore(core.state, ({ tracedDeviceIds }) => tracedDeviceIds.includes(device.id));
  const { traceLimit: ownLimit } = device.attributes;
  const begin = useMutation({
    async mutationFn() {
      core.setTrace(device.id, [], ownLimit ?? null);
      if (!position) return;
      const places = traceLimit({ switchedOn: true, deviceLimit: ownLimit });
      const way = await loadRecentRoute(api, { deviceId: device.id, until: position.fixTime, places });
      // It may have been switched off meanwhile.
      if (core.state.get().tracedDeviceIds.includes(device.id)) core.setTrace(device.id, way);
    },
    onError(error) {
      console.error('The way of the device could not be loaded', error);
      toasts.show('failure', text('panel.traceFailed'));
    },
  });
  return {
    isOn,
    isLoading: begin.isPending,
    toggle: () => (isOn ? core.setTrace(device.id, null) : begin.mutate()),
  };
}

const placeSchema = z.object({
  deviceId: z.number(),
  fixTime: z.string(),
  latitude: z.number(),
  longitude: z.number(),
});

export type RoutePoint = z.infer<typeof placeSchema>;

const hourMs = 3_600_000;

/** How far back is looked, one after the other until enough is found, ms: a vehicle that stands says little of its way. */
const spansMs = [hourMs, 6 * hourMs, 24 * hourMs];

interface RouteQuery {
  readonly deviceId: number;
  /** ISO 8601; the way ends here. */
  readonly until: string;
  /** Different places that are enough. */
  readonly places: number;
}

/** The places a device came through, oldest first, a day back at the most. Throws ApiError. */
export async function loadRecentRoute(
  api: ApiClient,
  { deviceId, until, places }: RouteQuery,
): Promise<readonly RoutePoint[]> {
  let way: readonly RoutePoint[] = [];
  for (const spanMs of spansMs) {
    const from = new Date(Date.parse(until) - spanMs).toISOString();
    way = await api.json({ path: 'positions', query: { deviceId, from, to: until } }, z.array(placeSchema));
    if (countPlaces(way) >= places) break;
  }
  return way;
}

/** Places in turn that differ from the one before. */
function countPlaces(way: readonly RoutePoint[]): number {
  return way.filter(({ latitude, longitude }, entry) => {
    const before = way[entry - 1];
    return latitude !== before?.latitude || longitude !== before.longitude;
  }).length;
}
