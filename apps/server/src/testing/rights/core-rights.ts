/** Rights over sessions, server, company, devices, groups, users, positions, links, unknown trackers and audit. */
import { pngImage } from '../images.ts';
import {
  administrators,
  answeredBy,
  at,
  bulkLines,
  deleted,
  deviceWriters,
  everyone,
  fresh,
  hidden,
  hiddenToDeviceWriters,
  hiddenToWriters,
  type RightLine,
  removalLines,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

const deviceBody = async () => ({ body: { uniqueId: fresh('d'), name: 'x' } });
async function withImage(scene: Scene) {
  const id = await scene.device();
  const image = { device_id: id, type: 'image/png', bytes: pngImage(2, 2) };
  await scene.kysely.insertInto('device_images').values(image).execute();
  return id;
}
const userBody = () => ({ name: 'x', email: `${fresh('u')}@example.com`, password: 'segredo1' });

/** Of an authenticator that nobody registered. */
const passkeyAnswer = {
  ...{ id: 'eA', rawId: 'eA', type: 'public-key', clientExtensionResults: {} },
  response: { clientDataJSON: 'e30' },
};

export const coreRights: readonly RightLine[] = [
  { route: 'GET /health', own: everyone },
  { route: 'GET /manifest.webmanifest', own: everyone },
  { route: 'GET /api/maps', own: everyone },
  // nobody laid one down here
  { route: 'GET /api/maps/:name', make: async () => ({ url: '/api/maps/none' }), own: answeredBy(404) },
  {
    route: 'GET /app-icon/:name',
    make: async () => ({ url: '/app-icon/192.png' }),
    own: everyone,
  },
  {
    route: 'GET /metrics',
    own: { nobody: 403, reader: 403, bound: 403, user: 403, manager: 403, admin: 403 },
  },
  { route: 'GET /osmand', own: everyone },
  { route: 'POST /osmand', own: everyone },
  { route: 'GET /api/openapi.json', own: everyone },
  { route: 'OPTIONS /api/*', make: async () => ({ url: '/api/devices' }), own: deleted(everyone) },
  {
    route: 'POST /api/session',
    make: async () => ({ body: { email: 'nobody@x', password: 'wrong' } }),
    own: { nobody: 401, reader: 401, bound: 401, user: 401, manager: 401, admin: 429 },
  },
  { route: 'GET /api/session', own: signedIn },
  { route: 'DELETE /api/session', own: deleted(signedIn) },
  { route: 'GET /api/server', own: everyone },
  { route: 'PUT /api/server', make: async () => ({ body: {} }), own: administrators },
  {
    route: 'PUT /api/server/:id',
    make: async () => ({ url: '/api/server/1', body: {} }),
    own: administrators,
  },
  {
    route: 'GET /api/company/configurations/:label',
    make: async () => ({ url: '/api/company/configurations/acme' }),
    own: everyone,
  },
  { route: 'GET /api/devices', own: signedIn },
  {
    route: 'GET /api/devices/:id',
    make: async (scene) => at('devices', await scene.device()),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'POST /api/devices', make: deviceBody, own: deviceWriters },
  ...bulkLines('device', (scene) => scene.device(), deviceWriters, hiddenToDeviceWriters),
  {
    route: 'PUT /api/devices/:id',
    make: async (scene) => ({ ...at('devices', await scene.device()), ...(await deviceBody()) }),
    own: deviceWriters,
    foreign: hiddenToDeviceWriters,
  },
  {
    route: 'POST /api/devices/:id/image',
    make: async (scene) => ({
      url: `/api/devices/${await scene.device()}/image`,
      file: { type: 'image/png', text: pngImage(2, 2) },
    }),
    own: deviceWriters,
    foreign: hiddenToDeviceWriters,
  },
  {
    route: 'GET /api/devices/:id/image',
    make: async (scene) => ({ url: `/api/devices/${await withImage(scene)}/image` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'GET /api/media/:uniqueId/:file',
    make: async (scene) => {
      const id = await withImage(scene);
      const row = scene.kysely.selectFrom('devices').select('unique_id').where('id', '=', id);
      return { url: `/api/media/${(await row.executeTakeFirstOrThrow()).unique_id}/device.png` };
    },
    own: signedIn,
    foreign: hidden,
  },
  ...removalLines(
    'devices',
    async (scene) => at('devices', await scene.device()),
    deviceWriters,
    hiddenToDeviceWriters,
  ),
  { route: 'GET /api/groups', own: signedIn },
  {
    route: 'GET /api/groups/:id',
    make: async (scene) => at('groups', await scene.group()),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'POST /api/groups', make: async () => ({ body: { name: 'x' } }), own: writers },
  {
    route: 'PUT /api/groups/:id',
    make: async (scene) => ({ ...at('groups', await scene.group()), body: { name: 'x' } }),
    own: writers,
    foreign: hiddenToWriters,
  },
  ...removalLines('groups', async (scene) => at('groups', await scene.group())),
  { route: 'GET /api/users', own: signedIn },
  {
    route: 'GET /api/users/:id',
    make: async (scene) => at('users', await scene.user()),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/users',
    make: async () => ({ body: userBody() }),
    own: { ...writers, bound: 400, user: 400 },
  },
  {
    route: 'PUT /api/users/:id',
    make: async (scene) => ({ ...at('users', await scene.user()), body: userBody() }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'PUT /api/account/password',
    make: async () => ({ body: { currentPassword: 'not his', password: 'Mar alto 8' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    route: 'POST /api/session/reset',
    make: async () => ({ body: { email: 'nobody@example.com' } }),
    own: answeredBy(409),
  },
  {
    route: 'POST /api/password/reset',
    make: async () => ({ body: { email: 'nobody@example.com' } }),
    own: answeredBy(409),
  },
  {
    route: 'POST /api/password/update',
    make: async () => ({ body: { token: 'nobody-was-given-this-one', password: 'Mar alto 8' } }),
    own: answeredBy(404),
  },
  {
    route: 'POST /api/account-links/look',
    make: async () => ({ body: { token: 'nobody-was-given-this-one' } }),
    own: answeredBy(404),
  },
  {
    route: 'POST /api/account-links/password',
    make: async () => ({ body: { token: 'nobody-was-given-this-one', password: 'Mar alto 8' } }),
    own: answeredBy(404),
  },
  {
    route: 'POST /api/users/:id/invitation',
    make: async (scene) => ({ url: `/api/users/${await scene.user()}/invitation`, body: {} }),
    own: writers,
    foreign: hiddenToWriters,
  },
  { route: 'GET /api/account/second-factor', own: signedIn },
  {
    route: 'POST /api/account/totp',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    route: 'POST /api/account/totp/confirm',
    make: async () => ({ body: { code: '000000' } }),
    own: { ...answeredBy(404), nobody: 401 },
  },
  {
    route: 'DELETE /api/account/totp',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    route: 'POST /api/account/recovery-codes',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    route: 'POST /api/account/passkeys/options',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    route: 'POST /api/account/passkeys',
    make: async () => ({ body: { name: 'x', response: passkeyAnswer } }),
    own: { ...answeredBy(400), nobody: 401 },
  },
  {
    route: 'DELETE /api/account/passkeys/:id',
    make: async () => ({ url: '/api/account/passkeys/1', body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  { route: 'POST /api/session/passkey/options', make: async () => ({ body: {} }), own: everyone },
  {
    route: 'POST /api/session/passkey',
    make: async () => ({ body: { response: passkeyAnswer } }),
    own: answeredBy(401),
  },
  // its provider is away
  { route: 'GET /api/session/openid/auth', own: answeredBy(302) },
  { route: 'GET /api/session/openid/callback', own: answeredBy(302) },
  { route: 'POST /api/session/openid', make: async () => ({ body: {} }), own: answeredBy(401) },
  { route: 'POST /api/session/openid/end', make: async () => ({ body: {} }), own: signedIn },
  { route: 'GET /api/account/openid', own: signedIn },
  {
    route: 'POST /api/account/openid',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(403), nobody: 401 },
  },
  {
    // without a password the link is the only way in
    route: 'DELETE /api/account/openid',
    make: async () => ({ body: { currentPassword: 'not his' } }),
    own: { ...answeredBy(409), nobody: 401 },
  },
  {
    route: 'DELETE /api/users/:id/second-factor',
    make: async (scene) => ({ url: `/api/users/${await scene.user()}/second-factor` }),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  ...bulkLines('user', (scene) => scene.user()),
  ...removalLines('users', async (scene) => at('users', await scene.user())),
  {
    route: 'GET /api/positions',
    make: async (scene) => ({ url: `/api/positions?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/permissions',
    make: async (scene) => ({ body: { userId: await managed(scene), deviceId: await scene.device() } }),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'DELETE /api/permissions',
    make: async (scene) => ({ body: { userId: await managed(scene), deviceId: await scene.device() } }),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'GET /api/permissions/:kind',
    make: async (scene) => ({ url: `/api/permissions/driver?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'GET /api/unknown-trackers', own: administrators },
  { route: 'POST /api/unknown-trackers/:uniqueId/register', make: knock, own: administrators },
  { route: 'GET /api/audit', own: administrators },
  { route: 'GET /api/live/snapshot', own: signedIn },
];

/** Somebody whom the caller manages. */
async function managed({ world, callerId }: Scene): Promise<number> {
  const { id } = await world.person();
  await world.link(callerId, { user: id });
  return id;
}

async function knock({ kysely }: Scene) {
  const unique_id = fresh('knock');
  await kysely
    .insertInto('unknown_trackers')
    .values({ unique_id, protocol: 'gt06', address: '10.0.0.1' })
    .execute();
  return { url: `/api/unknown-trackers/${unique_id}/register`, body: {} };
}
