/** Rights over what ingest keeps of a device. */
import {
  deviceWriters,
  hidden,
  hiddenToDeviceWriters,
  type RightLine,
  type Scene,
  type Statuses,
  signedIn,
} from './right-line.ts';

const without = (statuses: Statuses): Statuses =>
  Object.fromEntries(
    Object.entries(statuses).map(([who, status]) => [who, status === 200 ? 204 : status]),
  ) as unknown as Statuses;

const make = async (scene: Scene) => {
  const deviceId = await scene.device();
  return {
    url: `/api/devices/${deviceId}/accumulators`,
    body: { deviceId, totalDistance: 1000, hours: 3_600_000 },
  };
};

export const ingestRights: readonly RightLine[] = [
  {
    route: 'GET /api/devices/:id/accumulators',
    make: async (scene) => ({ url: (await make(scene)).url }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'PUT /api/devices/:id/accumulators',
    make,
    own: without(deviceWriters),
    foreign: without(hiddenToDeviceWriters),
  },
];
