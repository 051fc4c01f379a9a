/** Rights over blocks and their policies; second persons are supervisors, in the table the administrators. */
import { sql } from 'kysely';
import {
  administrators,
  deleted,
  hidden,
  hiddenToWriters,
  type RightLine,
  type Scene,
  type Statuses,
  signedIn,
  writers,
} from './right-line.ts';

interface Asked {
  readonly state?: string;
  readonly mine?: boolean;
  readonly alone?: boolean;
}

/** A request that waits for a second person. */
const asked = async (scene: Scene, { state = 'requested', mine = false, alone = false }: Asked = {}) => {
  const deviceId = await scene.device();
  const policy = {
    never: null,
    ...{ moment: ours('any'), maxSpeedKph: ours(20), maxFixAgeSeconds: ours(300) },
    ...{ secondPerson: null, aloneAllowed: true, theftLiftsSecond: true, forbiddenGeofences: [] },
  };
  const command = { type: 'engineStop', textChannel: false, description: null, attributes: {} };
  const { rows } = await sql<{ id: number }>`
    INSERT INTO block_requests (kind, device_id, device_name, state, reason, asked_by, asked_by_name, policy, command,
      confirm_until, alone_from, alone_reason)
    VALUES ('release', ${deviceId}, 'x', ${state}, 'x', ${mine ? scene.callerId : null}, 'x', ${JSON.stringify(policy)}::jsonb,
      ${JSON.stringify(command)}::jsonb, now() + interval '1 minute', now() - interval '1 minute', ${alone ? 'x' : null})
    RETURNING id`.execute(scene.kysely);
  return rows[0]?.id ?? 0;
};

const ours = <Value>(value: Value) => ({ value, policyId: null, policyName: null });

const on = (path: string, body?: object, how?: Asked) => ({
  make: async (scene: Scene) => ({
    url: `/api/blocks/${await asked(scene, how)}${path}`,
    ...(body && { body }),
  }),
});

const reason = { reason: 'x' };

/** Refused with a reason for anybody but the one who asked for it. */
const askersOnly: Statuses = { nobody: 401, reader: 403, bound: 403, user: 403, manager: 403, admin: 403 };

const addedPolicy = (body?: object) => ({
  make: async ({ kysely }: Scene) => {
    const insert = kysely.insertInto('block_policies').values({ name: 'x' }).returning('id');
    return {
      url: `/api/block-policies/${(await insert.executeTakeFirstOrThrow()).id}`,
      ...(body && { body }),
    };
  },
});

export const blocksRights: readonly RightLine[] = [
  { route: 'GET /api/blocks', own: signedIn },
  { route: 'GET /api/blocks/blocked', own: signedIn },
  {
    route: 'GET /api/blocks/check',
    make: async (scene) => ({ url: `/api/blocks/check?deviceId=${await scene.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'GET /api/blocks/:id', ...on(''), own: signedIn, foreign: hidden },
  {
    route: 'POST /api/blocks',
    make: async (scene) => ({
      body: { deviceId: await scene.device(), reason: 'theft', confirmation: { reason: 'x' } },
    }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'POST /api/blocks/release',
    // of what is not blocked, whoever is not at the desk says the pass phrase
    make: async (scene) => ({ body: { deviceId: await scene.device(), reason: 'x' } }),
    own: administrators,
    foreign: hiddenToWriters,
  },
  { route: 'POST /api/blocks/:id/confirm', ...on('/confirm'), own: administrators },
  { route: 'POST /api/blocks/:id/refuse', ...on('/refuse', reason), own: administrators },
  {
    route: 'POST /api/blocks/:id/alone',
    ...on('/alone', reason),
    own: askersOnly,
    foreign: { ...hiddenToWriters, admin: 403 },
  },
  {
    route: 'POST /api/blocks/:id/withdraw',
    ...on('/withdraw', reason),
    own: { ...askersOnly, admin: 200 },
    foreign: hiddenToWriters,
  },
  {
    route: 'POST /api/blocks/:id/review',
    ...on('/review', undefined, { state: 'confirmed', alone: true }),
    own: administrators,
  },
  { route: 'GET /api/block-policies', own: administrators },
  { route: 'GET /api/block-policies/:id', ...addedPolicy(), own: administrators },
  { route: 'POST /api/block-policies', make: async () => ({ body: { name: 'x' } }), own: administrators },
  { route: 'PUT /api/block-policies/:id', ...addedPolicy({ name: 'x' }), own: administrators },
  { route: 'DELETE /api/block-policies/:id', ...addedPolicy(), own: deleted(administrators) },
];
