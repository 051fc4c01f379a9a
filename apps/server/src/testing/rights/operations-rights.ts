/** Rights over what keeps the house: addresses, raw traffic, tokens. */
import { administrators, hidden, type RightLine, signedIn } from './right-line.ts';

export const operationsRights: readonly RightLine[] = [
  {
    route: 'GET /api/server/geocode',
    make: async () => ({ url: '/api/server/geocode?latitude=-22.9&longitude=-47.06' }),
    own: signedIn,
  },
  {
    route: 'GET /api/devices/:id/traffic',
    make: async (scene) => ({ url: `/api/devices/${await scene.device()}/traffic` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/unknown-trackers/:uniqueId/traffic',
    make: async () => ({ url: '/api/unknown-trackers/123456789012345/traffic' }),
    own: administrators,
  },
];
