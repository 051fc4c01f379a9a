/** Rights over what keeps the server running: addresses, raw traffic, tokens. */
import { hashToken, makeToken } from '../../modules/sessions/session-token.ts';
import { insertSession } from '../../modules/sessions/sessions-queries.ts';
import {
  administrators,
  deleted,
  hidden,
  hiddenToWriters,
  type RightLine,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

export const operationsRights: readonly RightLine[] = [
  {
    route: 'GET /api/server/geocode',
    make: async () => ({ url: '/api/server/geocode?latitude=-22.9&longitude=-47.06' }),
    own: signedIn,
  },
  // no service is set up
  {
    route: 'GET /api/postal-codes/:cep',
    make: async () => ({ url: '/api/postal-codes/60311-280' }),
    own: { nobody: 401, reader: 403, bound: 409, user: 409, manager: 409, admin: 409 },
  },
  { route: 'GET /api/demo', own: administrators },
  // no demonstration
  { route: 'POST /api/demo/theft', own: { ...administrators, admin: 404 } },
  { route: 'GET /api/server/timezones', own: signedIn },
  { route: 'GET /api/server/storage', own: administrators },
  {
    route: 'GET /api/statistics',
    make: async () => ({ url: '/api/statistics?from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z' }),
    own: administrators,
  },
  {
    route: 'POST /api/session/token',
    make: async () => ({ body: { expiration: new Date(Date.now() + 86_400_000).toISOString() } }),
    own: signedIn,
  },
  {
    route: 'POST /api/session/token/revoke',
    make: async (scene) => ({ body: { token: await programToken(scene) } }),
    own: deleted(signedIn),
    foreign: { nobody: 401, reader: 404, bound: 404, user: 404, manager: 404, admin: 404 },
  },
  { route: 'GET /api/sessions', own: signedIn },
  {
    route: 'GET /api/session/:id',
    make: async (scene) => ({ url: `/api/session/${await scene.user()}` }),
    own: writers,
    foreign: hiddenToWriters,
  },
  ...(['device', 'group'] as const).map((kind) => ({
    route: `POST /api/share/${kind}`,
    make: async (scene: Scene) => {
      const groupId = await scene.group();
      const deviceId = await scene.owned('device', await scene.world.device({ group_id: groupId }));
      const expiration = new Date(Date.now() + 3_600_000).toISOString();
      return { body: kind === 'device' ? { deviceId, expiration } : { groupId, expiration } };
    },
    own: writers,
    foreign: hiddenToWriters,
  })),
  ...['csv', 'gpx', 'kml', 'geojson'].map((format) => ({
    route: `GET /api/positions/${format}`,
    make: async (scene: Scene) => ({ url: `/api/positions/${format}?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  })),
  {
    route: 'DELETE /api/positions',
    make: async (scene) => {
      const period = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
      return { url: `/api/positions?deviceId=${await scene.device()}&${period}` };
    },
    own: deleted(administrators),
    foreign: deleted(administrators),
  },
  { route: 'DELETE /api/sessions/:id', make: ownSession, own: deleted(signedIn) },
  {
    route: 'GET /api/devices/:id/traffic',
    make: async (scene) => ({ url: `/api/devices/${await scene.device()}/traffic` }),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'GET /api/refused-messages', own: administrators },
  { route: 'GET /api/unknown-trackers/ports', own: administrators },
  {
    route: 'GET /api/unknown-trackers/:uniqueId/traffic',
    make: async () => ({ url: '/api/unknown-trackers/123456789012345/traffic' }),
    own: administrators,
  },
];

async function programToken({ kysely, ownerId }: Scene): Promise<string> {
  const token = makeToken();
  const from = { address: '127.0.0.1', userAgent: null };
  await insertSession(kysely, {
    tokenHash: hashToken(token),
    userId: ownerId,
    until: 1,
    kind: 'token',
    ...from,
  });
  return token;
}

async function ownSession({ world, kysely, callerId }: Scene) {
  await world.openSession(callerId);
  const { id } = await kysely
    .selectFrom('sessions')
    .select((select) => select.fn.max('id').as('id'))
    .where('user_id', '=', callerId)
    .executeTakeFirstOrThrow();
  return { url: `/api/sessions/${id}` };
}
