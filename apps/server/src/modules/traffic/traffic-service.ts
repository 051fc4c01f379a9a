import type { TrafficEntry } from '@atalaia/contract/traffic';
import { notFound } from '../../app-error.ts';
import type { Traffic } from '../../ingest/traffic/traffic.ts';
import type { Sight } from '../sight/sight.ts';
import type { Viewer } from '../sight/visible.ts';
import { presentTraffic } from './traffic-presenter.ts';

export interface TrafficParts {
  readonly sight: Pick<Sight, 'isDeviceVisible'>;
  /** What ingest noted. */
  readonly traffic: Traffic;
}

export interface TrafficService {
  /** Of the last minutes, oldest first. Throws `not-found` for a device that is not seen. */
  ofDevice(viewer: Viewer, deviceId: number): Promise<readonly TrafficEntry[]>;
  /** Of a tracker that nobody registered, by the id it gave. */
  ofStranger(uniqueId: string): readonly TrafficEntry[];
}

export function createTrafficService({ sight, traffic }: TrafficParts): TrafficService {
  return {
    async ofDevice(viewer, deviceId) {
      if (!(await sight.isDeviceVisible(viewer, deviceId))) throw notFound('device', deviceId);
      return traffic.devices.read(deviceId).map(presentTraffic);
    },
    ofStranger: (uniqueId) => traffic.strangers.read(uniqueId).map(presentTraffic),
  };
}
