import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { MapCore } from '../../../map/map-api.ts';
import { traceLimit } from '../../../map/trace/trace-limit.ts';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { loadRecentRoute } from './api/load-recent-route.ts';

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
