/** The list of devices with what other features show of one of them. */
import { accumulatorsView } from '../../../features/accumulators/accumulators-view.tsx';
import { devices } from '../../../features/devices/devices.tsx';
import { deviceTraffic } from '../../../features/traffic/device-traffic.tsx';

export const devicesWithViews = { ...devices, views: [accumulatorsView, deviceTraffic] };
