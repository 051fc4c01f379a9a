/**
 * Every route × every kind of person × his own and a foreign thing (SEC-02). A route that is registered and not in this
 * table fails the test, and so does a line of the table without a route.
 */
import { expect, test } from 'vitest';
import { createTestApp } from './testing/test-app.ts';

const { ask, world, routes, kysely } = await createTestApp();

/** `bound` has deviceReadonly; `manager` manages `managed`; `admin` sees everything. */
type Who = 'nobody' | 'reader' | 'bound' | 'user' | 'manager' | 'admin';
type Statuses = Readonly<Record<Who, number>>;

interface Line {
  readonly route: string;
  /** What the request is about, made anew for each asking; `whose` is whom it belongs to. */
  readonly make?: (whose: Whose, id: number) => Promise<{ url?: string; body?: object }>;
  readonly own: Statuses;
  /** Absent where nothing is anybody's. */
  readonly foreign?: Statuses;
}

interface Whose {
  /** Makes a thing of the person who asks, or of somebody he does not see. */
  device(): Promise<number>;
  group(): Promise<number>;
  user(): Promise<number>;
}

const everyone: Statuses = { nobody: 200, reader: 200, bound: 200, user: 200, manager: 200, admin: 200 };
const signedIn: Statuses = { ...everyone, nobody: 401 };
const writers: Statuses = { ...signedIn, reader: 403 };
const deviceWriters: Statuses = { ...writers, bound: 403 };
const hidden: Statuses = { nobody: 401, reader: 404, bound: 404, user: 404, manager: 404, admin: 200 };
const hiddenToWriters: Statuses = { ...hidden, reader: 403 };
const hiddenToDeviceWriters: Statuses = { ...hiddenToWriters, bound: 403 };
const administrators: Statuses = {
  nobody: 401,
  reader: 403,
  bound: 403,
  user: 403,
  manager: 403,
  admin: 200,
};
/** 200 stands for success; removing and linking answer it with 204. */
const gone = (statuses: Statuses): Statuses =>
  Object.fromEntries(
    Object.entries(statuses).map(([who, status]) => [who, status === 200 ? 204 : status]),
  ) as unknown as Statuses;

let made = 0;
const fresh = (word: string) => `${word}-${++made}`;
const deviceBody = async () => ({ body: { uniqueId: fresh('d'), name: 'x' } });
const userBody = () => ({ name: 'x', email: `${fresh('u')}@example.com`, password: 'abcd' });
const at = (path: string, id: number) => ({ url: `/api/${path}/${id}` });

const table: readonly Line[] = [
  { route: 'GET /health', own: everyone },
  { route: 'GET /metrics', own: everyone },
  { route: 'GET /osmand', own: everyone },
  { route: 'POST /osmand', own: everyone },
  { route: 'GET /api/openapi.json', own: everyone },
  { route: 'OPTIONS /api/*', make: async () => ({ url: '/api/devices' }), own: gone(everyone) },
  {
    route: 'POST /api/session',
    make: async () => ({ body: { email: 'nobody@x', password: 'wrong' } }),
    own: { nobody: 401, reader: 401, bound: 401, user: 401, manager: 401, admin: 429 },
  },
  { route: 'GET /api/session', own: signedIn },
  { route: 'DELETE /api/session', own: gone(signedIn) },
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
    make: async (whose) => at('devices', await whose.device()),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'POST /api/devices', make: deviceBody, own: deviceWriters },
  {
    route: 'PUT /api/devices/:id',
    make: async (whose) => ({ ...at('devices', await whose.device()), ...(await deviceBody()) }),
    own: deviceWriters,
    foreign: hiddenToDeviceWriters,
  },
  {
    route: 'DELETE /api/devices/:id',
    make: async (whose) => at('devices', await whose.device()),
    own: gone(deviceWriters),
    foreign: gone(hiddenToDeviceWriters),
  },
  { route: 'GET /api/groups', own: signedIn },
  {
    route: 'GET /api/groups/:id',
    make: async (whose) => at('groups', await whose.group()),
    own: signedIn,
    foreign: hidden,
  },
  { route: 'POST /api/groups', make: async () => ({ body: { name: 'x' } }), own: writers },
  {
    route: 'PUT /api/groups/:id',
    make: async (whose) => ({ ...at('groups', await whose.group()), body: { name: 'x' } }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'DELETE /api/groups/:id',
    make: async (whose) => at('groups', await whose.group()),
    own: gone(writers),
    foreign: gone(hiddenToWriters),
  },
  { route: 'GET /api/users', own: signedIn },
  {
    route: 'GET /api/users/:id',
    make: async (whose) => at('users', await whose.user()),
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
    make: async (whose) => ({ ...at('users', await whose.user()), body: userBody() }),
    own: writers,
    foreign: hiddenToWriters,
  },
  {
    route: 'DELETE /api/users/:id',
    make: async (whose) => at('users', await whose.user()),
    own: gone(writers),
    foreign: gone(hiddenToWriters),
  },
  {
    route: 'GET /api/positions',
    make: async (whose) => ({ url: `/api/positions?deviceId=${await whose.device()}` }),
    own: signedIn,
    foreign: hidden,
  },
  {
    route: 'POST /api/permissions',
    make: async (whose, id) => ({ body: { userId: await managedOf(id), deviceId: await whose.device() } }),
    own: gone(writers),
    foreign: gone(hiddenToWriters),
  },
  {
    route: 'DELETE /api/permissions',
    make: async (whose, id) => ({ body: { userId: await managedOf(id), deviceId: await whose.device() } }),
    own: gone(writers),
    foreign: gone(hiddenToWriters),
  },
  { route: 'GET /api/unknown-trackers', own: administrators },
  { route: 'POST /api/unknown-trackers/:uniqueId/register', make: knock, own: administrators },
  { route: 'GET /api/audit', own: administrators },
  { route: 'GET /api/live/snapshot', own: signedIn },
];

async function managedOf(userId: number): Promise<number> {
  const managed = await world.person();
  await world.link(userId, { user: managed.id });
  return managed.id;
}

async function knock() {
  const unique_id = fresh('knock');
  await kysely
    .insertInto('unknown_trackers')
    .values({ unique_id, protocol: 'gt06', address: '10.0.0.1' })
    .execute();
  return { url: `/api/unknown-trackers/${unique_id}/register`, body: {} };
}

const people = {
  nobody: () => undefined,
  reader: () => world.person({ readonly: true, device_limit: -1, user_limit: -1 }),
  bound: () => world.person({ device_readonly: true, device_limit: -1 }),
  user: () => world.person({ device_limit: -1 }),
  manager: () => world.person({ device_limit: -1, user_limit: -1 }),
  admin: () => world.administrator(),
} as const;

function thingsOf(id: number | undefined): Whose {
  const linked = async (what: 'device' | 'group', made: number) => {
    if (id !== undefined) await world.link(id, { [what]: made });
    return made;
  };
  return {
    device: async () => linked('device', await world.device()),
    group: async () => linked('group', await world.group()),
    user: async () => (id === undefined ? (await world.person()).id : managedOf(id)),
  };
}

test('[SEC-02] every route of the server stands in the table, and every line of the table has its route', () => {
  const registered = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ method, url }) => `${method} ${url}`);
  expect([...new Set(registered)].toSorted()).toEqual(table.map(({ route }) => route).toSorted());
});

for (const { route, make, own, foreign } of table) {
  const [method = '', path = ''] = route.split(' ');
  for (const [kind, statuses] of [
    ['own', own],
    ['foreign', foreign],
  ] as const) {
    if (!statuses) continue;
    test(`[SEC-02] [ROLE-01] ${route} of ${kind} things answers each kind of person as it should`, async () => {
      const answers: Record<string, number> = {};
      for (const [who, come] of Object.entries(people)) {
        const person = await come();
        const stranger = await world.person();
        const whose = thingsOf(kind === 'own' ? person?.id : stranger.id);
        const { url = path, body } = (await make?.(whose, person?.id ?? stranger.id)) ?? {};
        const answer = await ask(method as 'GET', url, {
          ...(person ? { token: person.token } : {}),
          ...(body ? { body } : {}),
          address: '10.9.9.9',
        });
        answers[who] = answer.status;
      }
      expect(answers).toEqual(statuses);
    });
  }
}
