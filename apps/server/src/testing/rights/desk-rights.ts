/** Rights over the alarm desk: of administrators, since nobody else in the table has a right at it; its own tests ask operators. */
import { sql } from 'kysely';
import {
  administrators,
  deleted,
  type RightLine,
  type Scene,
  type Statuses,
  signedIn,
} from './right-line.ts';

/** Of a procedure with one step. */
const alarm = async ({ kysely, device }: Scene): Promise<number> => {
  const deviceId = await device();
  const steps = [
    { id: 's', kind: 'text', title: 's', required: false, next: { done: 'end', skipped: 'end' } },
  ];
  const { rows } = await sql<{ id: number }>`
    WITH claim AS (INSERT INTO alarm_claims (subject) VALUES (${deviceId})),
    procedure AS (INSERT INTO procedures (name, use) VALUES ('x', 'alarm') RETURNING id),
    version AS (
      INSERT INTO procedure_versions (procedure_id, number, name, steps)
      SELECT id, 1, 'x', ${JSON.stringify(steps)}::jsonb FROM procedure RETURNING procedure_id
    )
    INSERT INTO alarms (kind, subject, rule_id, severity, device_id, first_event_at, last_event_at, claim_seconds, close_seconds,
      claim_due_at, close_due_at, due_at, procedure_id, procedure_version)
    SELECT 'event', ${deviceId}, 4, 1, ${deviceId}, now(), now(), 60, 60, now(), now(), now(), procedure_id, 1 FROM version
    RETURNING id`.execute(kysely);
  return rows[0]?.id ?? 0;
};

/** Held by the one who asks. */
const held = async (scene: Scene): Promise<number> => {
  const id = await alarm(scene);
  await sql`UPDATE alarm_claims SET user_id = ${scene.callerId}, user_name = 'x', claimed_at = now()
    WHERE subject = (SELECT subject FROM alarms WHERE id = ${id})`.execute(scene.kysely);
  return id;
};

const on = (path: string, body?: object, make: (scene: Scene) => Promise<number> = held) => ({
  make: async (scene: Scene) => ({
    url: `/api/alarms/${await make(scene)}${path}`,
    ...(body && { body }),
  }),
});

const conflict: Statuses = { ...administrators, admin: 409 };
const until = () => new Date(Date.now() + 3_600_000).toISOString();

export const deskRights: readonly RightLine[] = [
  { route: 'GET /api/desk/queue', own: administrators },
  { route: 'GET /api/alarms/:id', ...on(''), own: administrators },
  { route: 'GET /api/alarms/:id/recent', ...on('/recent'), own: administrators },
  {
    route: 'GET /api/alarms/of-event/:eventId',
    make: async () => ({ url: '/api/alarms/of-event/999999999' }),
    own: { ...administrators, admin: 404 },
  },
  { route: 'POST /api/alarms/claim-next', own: administrators },
  {
    route: 'POST /api/alarms/:id/claim',
    ...on('/claim', { expected: 'waiting' }, alarm),
    own: administrators,
  },
  {
    route: 'POST /api/alarms/:id/take-over',
    ...on('/take-over', { expected: 'claimed' }),
    own: administrators,
  },
  { route: 'POST /api/alarms/:id/release', ...on('/release', { expected: 'claimed' }), own: administrators },
  {
    route: 'POST /api/alarms/:id/pass',
    make: async (scene) => ({
      url: `/api/alarms/${await held(scene)}/pass`,
      body: { expected: 'claimed', userId: (await scene.world.administrator()).id, note: 'x' },
    }),
    own: conflict,
  },
  { route: 'POST /api/alarms/:id/still-here', ...on('/still-here'), own: deleted(administrators) },
  {
    route: 'POST /api/alarms/:id/hold',
    ...on('/hold', { expected: 'claimed', reasonId: 1, until: until() }),
    own: administrators,
  },
  { route: 'POST /api/alarms/:id/resume', ...on('/resume', { expected: 'held' }), own: conflict },
  { route: 'POST /api/alarms/:id/notes', ...on('/notes', { note: 'x' }), own: administrators },
  { route: 'PUT /api/alarms/:id/draft', ...on('/draft', { text: 'x' }), own: deleted(administrators) },
  {
    route: 'PUT /api/alarms/:id/steps/:stepId',
    ...on('/steps/s', { expected: 0, answer: 'done', text: 'x' }),
    own: administrators,
  },
  {
    route: 'POST /api/alarms/:id/close',
    ...on('/close', { expected: 'claimed', outcomeId: 1 }),
    own: administrators,
  },
  {
    route: 'POST /api/alarms/close-many',
    make: async (scene) => ({ body: { ids: [await held(scene)], outcomeId: 1 } }),
    own: administrators,
  },
];

const rule = { name: 'x', eventTypes: ['alarm'], severity: 'low' };

/** One that was just added to a list of the desk. */
const added = (path: string, table: string, columns: Readonly<Record<string, unknown>>, body?: object) => ({
  make: async ({ kysely }: Scene) => {
    const names = Object.keys(columns).map((name) => sql.ref(name));
    const { rows } = await sql<{ id: number }>`
      INSERT INTO ${sql.table(table)} (${sql.join(names)}) VALUES (${sql.join(Object.values(columns))}) RETURNING id`.execute(
      kysely,
    );
    return { url: `/api/${path}/${rows[0]?.id}`, ...(body && { body }) };
  },
});

const choiceLines = (path: string, table: string, body: object): readonly RightLine[] => [
  { route: `GET /api/${path}`, own: administrators },
  { route: `POST /api/${path}`, make: async () => ({ body }), own: administrators },
  { route: `PUT /api/${path}/:id`, ...added(path, table, { name: 'x' }, body), own: administrators },
  { route: `DELETE /api/${path}/:id`, ...added(path, table, { name: 'x' }), own: deleted(administrators) },
];

const ruleColumns = { name: 'x', position: 90, event_types: ['alarm'], severity: 3 };

export const deskAdministrationRights: readonly RightLine[] = [
  { route: 'GET /api/alarm-rules', own: administrators },
  {
    route: 'GET /api/alarm-rules/:id',
    ...added('alarm-rules', 'alarm_rules', ruleColumns),
    own: administrators,
  },
  { route: 'POST /api/alarm-rules', make: async () => ({ body: rule }), own: administrators },
  {
    route: 'PUT /api/alarm-rules/:id',
    ...added('alarm-rules', 'alarm_rules', ruleColumns, rule),
    own: administrators,
  },
  { route: 'PUT /api/alarm-rules/order', make: async () => ({ body: { ids: [1] } }), own: administrators },
  {
    route: 'DELETE /api/alarm-rules/:id',
    ...added('alarm-rules', 'alarm_rules', ruleColumns),
    own: deleted(administrators),
  },
  ...choiceLines('alarm-outcomes', 'alarm_outcomes', { name: 'x' }),
  ...choiceLines('hold-reasons', 'alarm_hold_reasons', { name: 'x' }),
  ...choiceLines('desk-teams', 'desk_teams', { name: 'x', userIds: [] }),
  ...choiceLines('escalations', 'alarm_escalations', { name: 'x', steps: [] }),
  { route: 'GET /api/desk/settings', own: administrators },
  { route: 'PUT /api/desk/settings', make: async () => ({ body: {} }), own: administrators },
  { route: 'PUT /api/desk/duty', make: async () => ({ body: { state: 'on' } }), own: administrators },
  { route: 'GET /api/desk/operators', own: administrators },
  { route: 'GET /api/desk/board', own: administrators },
  { route: 'GET /api/desk/figures', own: administrators },
  { route: 'GET /api/desk/muted-rules', own: administrators },
  {
    route: 'PUT /api/desk/muted-rules/:ruleId',
    make: async () => ({ url: '/api/desk/muted-rules/1', body: { minutes: 5 } }),
    own: administrators,
  },
  { route: 'DELETE /api/desk/muted-rules', own: deleted(administrators) },
];

const steps = [{ id: 's', kind: 'text', title: 's', required: false, next: { done: 'end', skipped: 'end' } }];

/** One that was just made, with a version that is published. */
const procedure = (path: string, body?: object) => ({
  make: async ({ kysely }: Scene) => {
    const { rows } = await sql<{ id: number }>`
      WITH made AS (INSERT INTO procedures (name, use, published_version) VALUES ('x', 'alarm', 1) RETURNING id)
      INSERT INTO procedure_versions (procedure_id, number, name, steps)
      SELECT id, 1, 'x', ${JSON.stringify(steps)}::jsonb FROM made RETURNING procedure_id AS id`.execute(
      kysely,
    );
    return { url: `/api/procedures/${rows[0]?.id}${path}`, ...(body && { body }) };
  },
});

export const proceduresRights: readonly RightLine[] = [
  { route: 'GET /api/procedures', own: administrators },
  { route: 'GET /api/procedures/:id', ...procedure(''), own: administrators },
  { route: 'GET /api/procedures/:id/versions', ...procedure('/versions'), own: administrators },
  { route: 'GET /api/procedures/:id/versions/:number', ...procedure('/versions/1'), own: administrators },
  {
    route: 'POST /api/procedures',
    make: async () => ({ body: { name: 'x', use: 'call', steps } }),
    own: administrators,
  },
  {
    route: 'PUT /api/procedures/:id',
    ...procedure('', { version: 1, name: 'x', steps }),
    own: administrators,
  },
  {
    route: 'POST /api/procedures/:id/publish',
    ...procedure('/publish', { number: 1, published: 1 }),
    own: administrators,
  },
  { route: 'DELETE /api/procedures/:id', ...procedure(''), own: deleted(administrators) },
];

const period = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z';
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

export const deskListsRights: readonly RightLine[] = [
  {
    // an alarm of a vehicle is about that one
    route: 'POST /api/alarms/:id/vehicle',
    make: async (scene) => ({
      url: `/api/alarms/${await held(scene)}/vehicle`,
      body: { expected: 'claimed', deviceId: await scene.device() },
    }),
    own: conflict,
  },
  { route: 'POST /api/alarms', make: async () => ({ body: { reason: 'question' } }), own: administrators },
  {
    route: 'GET /api/alarms/subjects',
    make: async () => ({ url: '/api/alarms/subjects?keyword=abc' }),
    own: administrators,
  },
  { route: 'GET /api/alarms/handling', own: signedIn },
  {
    route: 'GET /api/reports/alarms',
    make: async () => ({ url: `/api/reports/alarms?${period}` }),
    own: administrators,
  },
  { route: 'GET /api/silences', own: administrators },
  {
    route: 'POST /api/silences',
    make: async (scene) => ({ body: { deviceId: await scene.device(), reason: 'other', until: inAnHour() } }),
    own: administrators,
  },
  {
    route: 'DELETE /api/silences/:id',
    make: async (scene) => {
      const device_id = await scene.device();
      const values = { device_id, reason: 'other', created_by_name: 'x', until: inAnHour() };
      const insert = scene.kysely.insertInto('silences').values(values).returning('id');
      return { url: `/api/silences/${(await insert.executeTakeFirstOrThrow()).id}` };
    },
    own: deleted(administrators),
  },
  { route: 'GET /api/no-communication', own: administrators },
  {
    route: 'PUT /api/no-communication/:deviceId',
    make: async (scene) => {
      const id = await scene.device();
      await sql`INSERT INTO device_state (device_id, last_update) VALUES (${id}, now() - interval '100 hours')
        ON CONFLICT (device_id) DO UPDATE SET last_update = excluded.last_update`.execute(scene.kysely);
      return { url: `/api/no-communication/${id}`, body: { reason: 'x' } };
    },
    own: administrators,
  },
  { route: 'GET /api/watched-devices', own: administrators },
  {
    route: 'POST /api/watched-devices',
    make: async (scene) => ({ body: { deviceId: await scene.device(), reason: 'x', until: inAnHour() } }),
    own: administrators,
  },
  {
    route: 'DELETE /api/watched-devices/:id',
    make: async (scene) => {
      const values = { device_id: await scene.device(), reason: 'x', created_by: 1, created_by_name: 'x' };
      const insert = scene.kysely.insertInto('watched_devices').values({ ...values, until: inAnHour() });
      return { url: `/api/watched-devices/${(await insert.returning('id').executeTakeFirstOrThrow()).id}` };
    },
    own: deleted(administrators),
  },
  { route: 'GET /api/desk/handovers/list', own: administrators },
  { route: 'GET /api/desk/handovers', own: administrators },
  { route: 'POST /api/desk/handovers', make: async () => ({ body: { note: 'x' } }), own: administrators },
  {
    route: 'POST /api/desk/handovers/:id/accept',
    make: async ({ kysely }) => {
      const values = { user_id: 999_999, user_name: 'x', note: 'x', items: '[]' };
      const insert = kysely.insertInto('shift_handovers').values(values);
      return {
        url: `/api/desk/handovers/${(await insert.returning('id').executeTakeFirstOrThrow()).id}/accept`,
      };
    },
    own: administrators,
  },
];
