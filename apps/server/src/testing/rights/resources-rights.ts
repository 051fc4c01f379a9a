/** Rights over calendars, computed attributes, customers, drivers, geofences, maintenances, and links in bulk. */
import { sql } from 'kysely';
import { linkedTables } from '../../visibility/ways.ts';
import type { Linkable } from '../world.ts';
import {
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
  makers,
  type RightLine,
  removalLines,
  type Scene,
  type Statuses,
  signedIn,
  writers,
} from './right-line.ts';

interface LinkedLines {
  readonly path: string;
  readonly kind: Extract<
    Linkable,
    'calendar' | 'driver' | 'geofence' | 'maintenance' | 'attribute' | 'responder'
  >;
  /** Columns and values of a row. */
  readonly row: () => Readonly<Record<string, unknown>>;
  readonly body: () => object;
  /** Who writes them: whoever may write at all, unless it changes what devices say. */
  readonly writing?: { readonly own: Statuses; readonly foreign: Statuses };
}

const file =
  'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T080000Z\nDURATION:PT1H\nEND:VEVENT\nEND:VCALENDAR';
const area = 'CIRCLE (-3.73 -38.52, 20)';

const driverLines: LinkedLines = {
  path: 'drivers',
  kind: 'driver',
  row: () => ({ name: 'x', unique_id: fresh('driver') }),
  body: () => ({ name: 'x', uniqueId: fresh('driver') }),
};

const maintenanceLines: LinkedLines = {
  path: 'maintenance',
  kind: 'maintenance',
  row: () => ({ name: 'x', type: 'totalDistance', start: 0, period: 1 }),
  body: () => ({ name: 'x', type: 'totalDistance', start: 0, period: 1 }),
};

const linked: readonly LinkedLines[] = [
  {
    path: 'calendars',
    kind: 'calendar',
    row: () => ({ name: 'x', data: file }),
    body: () => ({ name: 'x', data: file }),
  },
  driverLines,
  {
    path: 'geofences',
    kind: 'geofence',
    row: () => ({ name: 'x', area }),
    body: () => ({ name: 'x', area }),
  },
  maintenanceLines,
  {
    path: 'responders',
    kind: 'responder',
    row: () => ({ name: 'x', phone: '85999990000' }),
    body: () => ({ name: 'x', kind: 'agent', phone: '85999990000' }),
  },
  {
    path: 'attributes/computed',
    kind: 'attribute',
    row: () => ({ description: 'x', attribute: 'x', expression: '1', type: 'number' }),
    body: () => ({ description: 'x', attribute: 'x', expression: '1', type: 'number' }),
    writing: { own: deviceWriters, foreign: hiddenToDeviceWriters },
  },
];

async function rowOf(scene: Scene, { kind, row }: LinkedLines): Promise<number> {
  const values = row();
  const names = sql.join(Object.keys(values).map((name) => sql.ref(name)));
  const { rows } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(linkedTables[kind])} (${names}) VALUES (${sql.join(Object.values(values))})
    RETURNING id`.execute(scene.kysely);
  return scene.owned(kind, rows[0]?.id ?? 0);
}

function linesOf(noun: LinkedLines): RightLine[] {
  const one = async (scene: Scene) => at(noun.path, await rowOf(scene, noun));
  const { own, foreign } = noun.writing ?? { own: makers, foreign: hiddenToWriters };
  return [
    { route: `GET /api/${noun.path}`, own: signedIn },
    { route: `GET /api/${noun.path}/:id`, make: one, own: signedIn, foreign: hidden },
    {
      route: `POST /api/${noun.path}`,
      make: async () => ({ body: noun.body() }),
      own: noun.writing?.own ?? writers,
    },
    {
      route: `PUT /api/${noun.path}/:id`,
      make: async (scene) => ({ ...(await one(scene)), body: noun.body() }),
      own,
      foreign,
    },
    ...removalLines(noun.path, one, own, foreign),
  ];
}

/** A maintenance of a device, linked to it. */
async function appliedMaintenance(scene: Scene) {
  const [device_id, maintenance_id] = [await scene.device(), await rowOf(scene, maintenanceLines)];
  await scene.kysely.insertInto('device_maintenances').values({ device_id, maintenance_id }).execute();
  return { device_id, maintenance_id };
}

const serviceLines: readonly RightLine[] = [
  { route: 'GET /api/maintenance/states', own: signedIn },
  { route: 'GET /api/maintenance/services', own: signedIn },
  {
    route: 'POST /api/maintenance/services',
    async make(scene) {
      const { device_id: deviceId, maintenance_id: maintenanceId } = await appliedMaintenance(scene);
      return { body: { deviceId, maintenanceId, lastServiceId: 0, value: 0 } };
    },
    own: makers,
    foreign: hiddenToWriters,
  },
  {
    route: 'DELETE /api/maintenance/services/:id',
    async make(scene) {
      const performed = {
        name: 'x',
        type: 'totalDistance',
        performed_time: '2026-01-01',
        value: 0,
        note: '',
      };
      const { id } = await scene.kysely
        .insertInto('maintenance_services')
        .values({ ...(await appliedMaintenance(scene)), ...performed })
        .returning('id')
        .executeTakeFirstOrThrow();
      return at('maintenance/services', id);
    },
    own: deleted(makers),
    foreign: deleted(hiddenToWriters),
  },
];

/** A customer is seen through his group. */
async function customer(scene: Scene) {
  return at('customers', await scene.world.customer(await scene.group()));
}

const customerBody = (groupId?: number) => ({
  ...(groupId ? { groupId } : {}),
  ...{
    cpfCnpj: '529.982.247-25',
    type: 'F',
    name: 'x',
    street: 'x',
    number: '1',
    neighborhood: 'x',
    city: 'x',
  },
  ...{
    state: 'CE',
    postalCode: '60311-280',
    phone: '1',
    notificationEmail: 'x@x',
    category: 'client',
    status: 'active',
  },
});

/** One link of a device to a geofence that the caller sees. */
async function links(scene: Scene) {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO geofences (name, area) VALUES ('x', ${area}) RETURNING id`.execute(scene.kysely);
  const geofenceId = rows[0]?.id ?? 0;
  await scene.world.link(scene.callerId, { geofence: geofenceId });
  return { body: [{ deviceId: await scene.device(), geofenceId }] };
}

async function tryOut(scene: Scene) {
  const deviceId = await scene.device();
  await sql`INSERT INTO device_state (device_id, position) VALUES (${deviceId}, '{"attributes": {}}')`.execute(
    scene.kysely,
  );
  const body = { description: 'x', attribute: 'x', expression: '1', type: 'number' };
  return { url: `/api/attributes/computed/test?deviceId=${deviceId}`, body };
}

/** The files of the API's reference page. */
const referencePage: readonly RightLine[] = [
  { route: 'GET /api/docs', own: everyone },
  { route: 'GET /api/docs/json', own: everyone },
  { route: 'GET /api/docs/yaml', own: answeredBy(404) },
  {
    route: 'GET /api/docs/static/*',
    make: async () => ({ url: '/api/docs/static/swagger-ui.css' }),
    own: everyone,
  },
  { route: 'GET /api/docs/static/index.html', own: answeredBy(302) },
  { route: 'GET /api/docs/static/swagger-initializer.js', own: everyone },
  { route: 'GET /api/docs/static/theme/atalaia.css', own: everyone },
];

export const resourcesRights: readonly RightLine[] = [
  ...referencePage,
  ...linked.flatMap(linesOf),
  ...serviceLines,
  {
    route: 'POST /api/permissions/bulk',
    make: links,
    own: deleted(makers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'DELETE /api/permissions/bulk',
    make: links,
    own: deleted(makers),
    foreign: deleted(hiddenToWriters),
  },
  {
    route: 'POST /api/attributes/computed/test',
    make: tryOut,
    own: writers,
    foreign: hiddenToWriters,
  },
  { route: 'GET /api/customers', own: signedIn },
  { route: 'GET /api/customers/:id', make: customer, own: signedIn, foreign: hidden },
  {
    route: 'POST /api/customers',
    make: async (scene) => ({ body: customerBody(await scene.group()) }),
    own: writers,
    foreign: { nobody: 401, reader: 403, bound: 400, user: 400, manager: 400, admin: 200 },
  },
  {
    route: 'PUT /api/customers/:id',
    make: async (scene) => ({ ...(await customer(scene)), body: customerBody() }),
    own: writers,
    foreign: hiddenToWriters,
  },
  ...bulkLines('customer', async (scene) => scene.world.customer(await scene.group())),
  ...removalLines('customers', customer),
  ...bulkLines('driver', (scene) => rowOf(scene, driverLines)),
];

/** One row of a file; an import is judged as the creation of one device, of one customer. */
const rows: Readonly<Record<string, string>> = {
  devices: 'Nome;Identificador\n;\n',
  customers: 'Nome;CPF/CNPJ\n;\n',
  base: 'Identificador;CPF/CNPJ\n;\n',
};

const preview =
  (noun: string): NonNullable<RightLine['make']> =>
  async () => ({
    url: `/api/imports/${noun}?preview=true`,
    file: { type: 'text/csv', text: `${rows[noun]}x;1\n` },
  });

export const importsRights: readonly RightLine[] = [
  { route: 'GET /api/imports/devices/template', own: deviceWriters },
  { route: 'POST /api/imports/devices', make: preview('devices'), own: deviceWriters },
  { route: 'GET /api/imports/base/template', own: deviceWriters },
  { route: 'POST /api/imports/base', make: preview('base'), own: deviceWriters },
  { route: 'GET /api/imports/customers/template', own: writers },
  { route: 'POST /api/imports/customers', make: preview('customers'), own: writers },
];
