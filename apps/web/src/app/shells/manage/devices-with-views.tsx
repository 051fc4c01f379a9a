/** The list of devices with what other features show of one of them. */

import type { Device } from '@atalaia/contract/devices/device';
import { lazy } from 'react';
import { accumulatorsView } from '../../../features/accumulators/accumulators-view.tsx';
import { devices } from '../../../features/devices/devices.tsx';
import type { RowView, RowViewProps } from '../../../resources/resource.ts';

const TrafficPane = lazy(async () => ({
  default: (await import('../../../features/traffic/traffic-pane.tsx')).TrafficPane,
}));

function DeviceTraffic({ row: { id, name }, onDone }: RowViewProps<Device>) {
  return <TrafficPane of={{ deviceId: id }} name={name} onDone={onDone} />;
}

/** What a device and the server say to each other: for everybody who sees the device (ING-09). */
const deviceTraffic: RowView<Device> = {
  key: 'traffic',
  label: 'traffic.title',
  writes: false,
  wide: true,
  View: DeviceTraffic,
};

export const devicesWithViews = { ...devices, views: [accumulatorsView, deviceTraffic] };
