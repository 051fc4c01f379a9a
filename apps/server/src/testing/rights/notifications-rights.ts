/** Rights over notifications, their types and channels, and their tests. */
import {
  at,
  deleted,
  hidden,
  hiddenToWriters,
  makers,
  type RightLine,
  removalLines,
  type Scene,
  signedIn,
  writers,
} from './right-line.ts';

const body = { type: 'ignitionOn', notificators: 'web' };

async function notification(scene: Scene): Promise<number> {
  const insert = scene.kysely.insertInto('notifications').values({ type: 'alarm' }).returning('id');
  const { id } = await insert.executeTakeFirstOrThrow();
  return scene.owned('notification', id);
}

const one = async (scene: Scene) => at('notifications', await notification(scene));

/** As a browser of a known maker makes it. */
const subscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/x',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
};

export const notificationsRights: readonly RightLine[] = [
  { route: 'GET /api/push/key', own: signedIn },
  // whoever may only read is notified too
  {
    route: 'POST /api/push/subscription',
    make: async () => ({ body: subscription }),
    own: deleted(signedIn),
  },
  { route: 'DELETE /api/push/subscription', own: deleted(signedIn) },
  { route: 'GET /api/notifications/types', own: signedIn },
  { route: 'GET /api/notifications/notificators', own: signedIn },
  // to oneself alone: whoever may only read may try his channels too
  { route: 'POST /api/notifications/test', own: signedIn },
  {
    route: 'POST /api/notifications/test/:notificator',
    make: async (scene) => {
      await scene.device();
      return { url: '/api/notifications/test/web' };
    },
    own: signedIn,
  },
  {
    route: 'POST /api/notifications/send/:notificator',
    make: async (scene) => ({
      url: `/api/notifications/send/mail?userId=${await scene.user()}`,
      body: { subject: 'x', body: 'y' },
    }),
    // nobody else manages users, and here no mail server is set up
    own: { ...writers, bound: 403, user: 403, manager: 409, admin: 409 },
  },
  { route: 'GET /api/notifications/snoozes', own: signedIn },
  {
    route: 'PUT /api/notifications/:id/snooze',
    make: async (scene) => {
      const { url } = await one(scene);
      return { url: `${url}/snooze`, body: { minutes: 60 } };
    },
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'DELETE /api/notifications/:id/snooze',
    make: async (scene) => ({ url: `${(await one(scene)).url}/snooze` }),
    own: deleted(signedIn),
    foreign: deleted(hidden),
  },
  {
    route: 'GET /api/devices/:id/anchor',
    make: async (scene) => ({ url: `/api/devices/${await scene.device()}/anchor` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'PUT /api/devices/:id/anchor',
    make: async (scene) => ({
      url: `/api/devices/${await scene.device()}/anchor`,
      body: { latitude: 0, longitude: 0, name: 'x', notificators: 'web' },
    }),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'DELETE /api/devices/:id/anchor',
    make: async (scene) => ({ url: `/api/devices/${await scene.device()}/anchor` }),
    own: deleted(writers),
    foreign: deleted(hiddenToWriters),
  },
  { route: 'GET /api/notifications', own: signedIn },
  { route: 'GET /api/notifications/:id', make: one, own: signedIn, foreign: hidden },
  { route: 'POST /api/notifications', make: async () => ({ body }), own: writers },
  {
    route: 'PUT /api/notifications/:id',
    make: async (scene) => ({ ...(await one(scene)), body }),
    own: makers,
    foreign: hiddenToWriters,
  },
  ...removalLines('notifications', one, makers),
];
