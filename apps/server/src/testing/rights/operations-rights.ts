/** Rights over what keeps the server running: addresses, raw traffic, tokens. */
import { hashToken, makeToken } from '../../modules/sessions/session-token.ts';
import { insertSession } from '../../modules/sessions/sessions-queries.ts';
import {
  administrators,
  at,
  deleted,
  deviceWriters,
  hidden,
  hiddenToWriters,
  type RightLine,
  removalLines,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

const mirrorInput = { name: 'x', kind: 'raw', address: '192.0.2.1', authorizedBy: 'x', reason: 'x' };

const mirror = async ({ kysely }: Scene, rest = '') => {
  const values = { name: 'x', kind: 'raw', address: '192.0.2.1', authorized_by: 'x', reason: 'x' };
  const { id } = await kysely.insertInto('mirrors').values(values).returning('id').executeTakeFirstOrThrow();
  return at('mirrors', `${id}${rest}`);
};

const campaign = async ({ kysely }: Scene, rest = '') => {
  const insert = kysely.insertInto('campaigns').values({ name: 'x', host: 'x' }).returning('id');
  return at('campaigns', `${(await insert.executeTakeFirstOrThrow()).id}${rest}`);
};

/** Rights by the key of who forwards are asked of the real ingest, in `ingest/mirror`. */
const forwarded = {
  device: { uniqueId: 'x' },
  position: { fixTime: '2026-01-01T00:00:00Z', latitude: 0, longitude: 0 },
};

export const operationsRights: readonly RightLine[] = [
  {
    route: 'POST /api/forward/positions',
    make: async () => ({ body: forwarded }),
    own: deleted(deviceWriters),
  },
  {
    route: 'GET /api/forward/osmand',
    make: async () => ({ url: '/api/forward/osmand?id=x&lat=0&lon=0' }),
    own: deleted(deviceWriters),
  },
  {
    route: 'POST /api/forward/osmand',
    make: async () => ({ body: { id: 'x', lat: '0', lon: '0' } }),
    own: deleted(deviceWriters),
  },
  { route: 'GET /api/campaigns', own: administrators },
  { route: 'GET /api/campaigns/:id', make: campaign, own: administrators },
  {
    route: 'GET /api/campaigns/:id/devices',
    make: (scene) => campaign(scene, '/devices'),
    own: administrators,
  },
  {
    route: 'POST /api/campaigns',
    make: async () => ({ body: { name: 'x', host: 'x' } }),
    own: administrators,
  },
  {
    route: 'PUT /api/campaigns/:id',
    make: async (scene) => ({ ...(await campaign(scene)), body: { name: 'x', host: 'x' } }),
    own: administrators,
  },
  ...(['start', 'retry'] as const).map((act) => ({
    route: `POST /api/campaigns/:id/${act}`,
    make: async (scene: Scene) => ({ ...(await campaign(scene, `/${act}`)), body: { count: 0 } }),
    own: deleted(administrators),
  })),
  ...(['pause', 'stop'] as const).map((act) => ({
    route: `POST /api/campaigns/:id/${act}`,
    make: (scene: Scene) => campaign(scene, `/${act}`),
    own: deleted(administrators),
  })),
  ...removalLines('campaigns', campaign, administrators).map(({ foreign: _, ...line }) => line),
  { route: 'GET /api/mirrors', own: administrators },
  { route: 'GET /api/mirrors/:id', make: mirror, own: administrators },
  { route: 'GET /api/mirrors/:id/log', make: (scene) => mirror(scene, '/log'), own: administrators },
  { route: 'POST /api/mirrors', make: async () => ({ body: mirrorInput }), own: administrators },
  {
    route: 'PUT /api/mirrors/:id',
    make: async (scene) => ({ ...(await mirror(scene)), body: mirrorInput }),
    own: administrators,
  },
  ...removalLines('mirrors', mirror, administrators).map(({ foreign: _, ...line }) => line),
  {
    route: 'GET /api/server/geocode',
    make: async () => ({ url: '/api/server/geocode?latitude=-22.9&longitude=-47.06' }),
    own: signedIn,
  },
  {
    route: 'GET /api/server/places',
    make: async () => ({ url: '/api/server/places?text=Rua%20Augusta' }),
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
  { route: 'GET /api/server/integrations', own: administrators },
  { route: 'GET /api/server/first-steps', own: administrators },
  {
    route: 'PUT /api/server/integrations/:integration',
    make: async () => ({ url: '/api/server/integrations/mail', body: { settings: {} } }),
    own: administrators,
  },
  // none is set up
  {
    route: 'POST /api/server/integrations/:integration/test',
    make: async () => ({ url: '/api/server/integrations/payments/test' }),
    own: { ...administrators, admin: 409 },
  },
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
