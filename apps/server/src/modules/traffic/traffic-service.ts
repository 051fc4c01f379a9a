import type { TrafficEntry } from '@atalaia/contract/devices/traffic';
import type { Kysely } from 'kysely';
import { notFound } from '../../errors/app-error.ts';
import type { Traffic } from '../../ingest/traffic/traffic.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Caller } from '../../visibility/caller.ts';
import { hiddenPassword } from '../../visibility/device-password.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { presentTraffic } from './traffic-presenter.ts';

export interface TrafficParts {
  readonly kysely: Kysely<Schema>;
  readonly visibility: Pick<Visibility, 'isDeviceVisible'>;
  /** What ingest noted. */
  readonly traffic: Traffic;
}

export interface TrafficService {
  /** Of the last minutes, oldest first. Throws `not-found` for a device that is not seen. */
  ofDevice(caller: Caller, deviceId: number): Promise<readonly TrafficEntry[]>;
  /** Of a tracker that nobody registered, by the id it gave. */
  ofStranger(uniqueId: string): readonly TrafficEntry[];
}

export function createTrafficService({ kysely, visibility, traffic }: TrafficParts): TrafficService {
  return {
    async ofDevice(caller, deviceId) {
      if (!(await visibility.isDeviceVisible(caller, deviceId))) throw notFound('device', deviceId);
      const hidden = await hiddenPassword(kysely, caller, deviceId);
      return traffic.devices.read(deviceId).map((entry) => presentTraffic(entry, hidden));
    },
    ofStranger: (uniqueId) => traffic.strangers.read(uniqueId).map((entry) => presentTraffic(entry)),
  };
}
