/** Rights over what keeps the house: addresses, raw traffic, tokens. */
import { type RightLine, signedIn } from './right-line.ts';

export const operationsRights: readonly RightLine[] = [
  {
    route: 'GET /api/server/geocode',
    make: async () => ({ url: '/api/server/geocode?latitude=-22.9&longitude=-47.06' }),
    own: signedIn,
  },
];
