/** Rights over notifications, their types and channels, and their tests. */
import {
  at,
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

export const notificationsRights: readonly RightLine[] = [
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
