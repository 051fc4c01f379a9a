/** Every list of the API by each of its columns: the pages are the whole, in one order, and are counted. */
import { companyQuerySchema } from '@atalaia/contract/accounts/company';
import { customerQuerySchema } from '@atalaia/contract/accounts/customer';
import { deviceQuerySchema } from '@atalaia/contract/devices/device';
import { totalCountHeader } from '@atalaia/contract/values/sorting';
import { foldText } from '@atalaia/domain/units/search-text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestApp } from '../test-app.ts';

const { ask, app, pool, world } = await createTestApp();
const admin = await world.administrator();
const rowCount = 23;

interface Row {
  readonly id: number;
  readonly [field: string]: unknown;
}

interface SortedList {
  readonly path: string;
  /** SQL that makes the rows; $1 says how many. */
  readonly rows: string;
  readonly columns: Readonly<Record<string, (row: Row) => unknown>>;
}

const field = (name: string) => (row: Row) => row[name];
const attribute = (name: string) => (row: Row) => (row.attributes as Record<string, unknown>)[name];
const fields = (...names: string[]) => Object.fromEntries(names.map((name) => [name, field(name)]));
/** A word of a few, so that many rows are alike; with accents, in both cases, and often nothing. */
const word = (each: number) =>
  `(ARRAY['água','Zeca','ábaco','abacate','bar','Ônix',NULL,''])[1 + (i * ${each}) % 8]`;
const name = (each: number) => `coalesce(nullif(${word(each)}, ''), 'Já') `;
const parents = `(SELECT (array_agg(id ORDER BY id))[1 + i % 3] FROM groups WHERE name LIKE 'P%')`;

const lists: readonly SortedList[] = [
  {
    path: 'groups',
    rows: `INSERT INTO groups (name, group_id) SELECT ${name(3)}, CASE WHEN i % 4 > 0 THEN ${parents} END`,
    columns: { ...fields('name'), groupName: (row) => nameOfGroup.get(Number(row.groupId)) },
  },
  {
    path: 'devices',
    rows: `INSERT INTO devices (name, unique_id, group_id, customer_id, model, phone, contact, category, disabled, attributes)
      SELECT ${name(3)}, 'u' || (i * 7 % 23), CASE WHEN i % 4 > 0 THEN ${parents} END,
        CASE WHEN i % 3 > 0 THEN (SELECT min(id) + i % 2 FROM customers) END,
        ${word(1)}, ${word(3)}, ${word(5)}, ${word(7)}, i % 5 = 0, jsonb_strip_nulls(jsonb_build_object('plate', ${word(5)}))`,
    columns: {
      ...fields('name', 'uniqueId', 'groupName', 'customerName', 'lastUpdate', 'model', 'category'),
      status: ({ disabled, status }) =>
        disabled ? 3 : ['online', 'unknown', 'offline'].indexOf(String(status)),
    },
  },
  {
    path: 'customers',
    rows: `INSERT INTO customers (name, cpf_cnpj, type, city, state, phone, notification_email, category, status, expiration_date)
      SELECT ${name(3)}, (i * 5 % 23)::text, CASE WHEN i % 2 = 0 THEN 'F' ELSE 'J' END, ${word(5)}, 'CE', ${word(7)}, ${word(1)},
        CASE WHEN i % 2 = 0 THEN 'client' ELSE 'partner' END, CASE WHEN i % 3 = 0 THEN 'trial' ELSE 'active' END,
        CASE WHEN i % 4 > 0 THEN now() + i * interval '1 day' END`,
    columns: fields(...customerQuerySchema.shape.sort.unwrap().options),
  },
  {
    path: 'users',
    rows: `INSERT INTO users (name, email, login, phone, customer_id, password_hash, administrator, disabled, expiration_time)
      SELECT ${name(3)}, 'e' || (i * 7 % 23) || '@x', CASE WHEN i % 3 = 0 THEN 'l' || i END, ${word(5)},
        CASE WHEN i % 3 > 0 THEN (SELECT min(id) + i % 2 FROM customers) END, '', i % 3 = 0, i % 5 = 0,
        CASE WHEN i % 4 > 0 THEN now() + i % 6 * interval '1 day' END`,
    columns: {
      ...fields('name', 'email', 'login', 'phone', 'customerName', 'expirationTime'),
      state: ({ disabled, administrator }) => (disabled ? 2 : administrator ? 0 : 1),
    },
  },
  {
    path: 'sinisters',
    rows: `INSERT INTO sinisters (number, device_id, device, customer, opened_by, opening_date, opening_type, opening_description,
        status, closing_type, closing_date)
      SELECT i, i, jsonb_build_object('id', i, 'uniqueId', 'x', 'name', ${name(3)}, 'category', NULL, 'model', NULL,
          'attributes', jsonb_build_object('plate', ${word(5)})),
        CASE WHEN i % 4 > 0 THEN jsonb_build_object('name', ${name(5)}, 'phone', NULL, 'email', NULL) END, ${name(7)},
        now() - i * 5 % 23 * interval '1 day', CASE WHEN i % 2 = 0 THEN 'theft' ELSE 'other' END, 'x',
        CASE WHEN i % 3 = 0 THEN 'opened' ELSE 'closed' END, CASE WHEN i % 3 > 0 THEN 'vehicleFound' END,
        CASE WHEN i % 3 > 0 THEN now() END`,
    columns: {
      ...fields('number', 'devicePlate', 'customerName', 'openingType', 'openingDate', 'closingType'),
      ...fields('closingDate', 'openedBy'),
      deviceName: ({ device }) => (device as Row).name,
      status: ({ status }) => Number(status === 'closed'),
    },
  },
  {
    path: 'drivers',
    rows: `INSERT INTO drivers (name, unique_id) SELECT ${name(3)}, 'u' || (i * 7 % 23)`,
    columns: fields('name', 'uniqueId'),
  },
  {
    path: 'calendars',
    rows: `INSERT INTO calendars (name, data) SELECT ${name(3)}, 'x'`,
    columns: fields('name'),
  },
  {
    path: 'geofences',
    rows: `INSERT INTO geofences (name, description, area, attributes)
      SELECT ${name(3)}, ${word(5)}, (ARRAY['CIRCLE (1 1, 2)', ' polygon ((1 1, 2 2, 3 1))'])[1 + i % 2],
        CASE WHEN i % 3 = 0 THEN '{}' ELSE jsonb_build_object('speedLimit', i * 7 % 23) END`,
    columns: {
      ...fields('name', 'description'),
      speedLimit: attribute('speedLimit'),
      shape: ({ area }) => (String(area).startsWith('C') ? 'circle' : 'polygon'),
    },
  },
  {
    path: 'maintenance',
    rows: `INSERT INTO maintenances (name, type, start, period)
      SELECT ${name(3)}, (ARRAY['hours', 'odometer'])[1 + i % 2], i % 4, i * 7 % 23`,
    columns: fields('name', 'type', 'start', 'period'),
  },
  {
    path: 'notifications',
    rows: `INSERT INTO notifications (type, always, notificators, attributes)
      SELECT (ARRAY['alarm', 'deviceOnline'])[1 + i % 2], i % 3 = 0, nullif((ARRAY['web', 'mail', ''])[1 + i % 3], ''),
        CASE WHEN i % 4 = 0 THEN '{}' ELSE jsonb_build_object('alarms', (ARRAY['sos', 'powerCut'])[1 + i % 2]) END`,
    columns: {
      ...fields('type', 'notificators'),
      alarms: attribute('alarms'),
      always: ({ always }) => Number(always),
    },
  },
  {
    path: 'attributes/computed',
    rows: `INSERT INTO computed_attributes (description, attribute, expression, type)
      SELECT ${name(3)}, ${name(5)}, ${name(7)}, (ARRAY['number', 'string'])[1 + i % 2]`,
    columns: fields('description', 'attribute', 'expression', 'type'),
  },
  {
    path: 'commands',
    rows: `INSERT INTO commands (type, description, text_channel) SELECT (ARRAY['custom', 'engineStop'])[1 + i % 2], ${word(3)}, i % 3 = 0`,
    columns: { ...fields('type', 'description'), textChannel: ({ textChannel }) => Number(textChannel) },
  },
  {
    path: 'scheduled-reports',
    rows: `INSERT INTO scheduled_reports (user_id, name, type, period, calendar_id)
      SELECT (SELECT min(id) + i % 2 FROM users), ${name(3)}, (ARRAY['trips', 'events'])[1 + i % 2], 'yesterday',
        CASE WHEN i % 4 > 0 THEN (SELECT min(id) + i % 3 FROM calendars) END`,
    columns: fields('name', 'type', 'calendarName', 'userName', 'lastSentAt'),
  },
  {
    path: 'companies',
    rows: `INSERT INTO company_configurations (label, name) SELECT 'c' || (i * 7 % 23) || '.example', ${word(3)}`,
    columns: fields(...companyQuerySchema.shape.sort.unwrap().options),
  },
  {
    path: 'campaigns',
    rows: `INSERT INTO campaigns (name, host, state, started_at)
      SELECT ${name(3)}, 'moved.example', CASE WHEN i % 3 = 0 THEN 'draft' ELSE 'paused' END,
        CASE WHEN i % 4 > 0 THEN now() - i % 5 * interval '1 day' END`,
    columns: fields('name', 'state', 'startedAt'),
  },
  {
    path: 'mirrors',
    rows: `INSERT INTO mirrors (name, kind, address, active_from, active_until, authorized_by, reason)
      SELECT ${name(3)}, (ARRAY['json', 'osmand'])[1 + i % 2], 'https://' || i * 7 % 23 || '.example/', now() - i % 5 * interval '1 day',
        CASE WHEN i % 4 > 0 THEN now() + i % 6 * interval '1 day' END, 'Ana', 'mudança'`,
    columns: fields('name', 'kind', 'address', 'activeFrom', 'activeUntil'),
  },
  {
    path: 'responders',
    rows: `INSERT INTO responders (name, kind, phone, area, authorized_until)
      SELECT ${name(3)}, (ARRAY['provider', 'agent'])[1 + i % 2], '+558599999' || 1000 + i, ${word(5)},
        CASE WHEN i % 4 > 0 THEN (now() + i % 6 * interval '1 day')::date END`,
    columns: fields('name', 'kind', 'area', 'authorizedUntil'),
  },
];

await pool.query("INSERT INTO groups (name) VALUES ('Pa'), ('Pá b'), ('Pz')");
await world.customer();
await world.customer();
for (const { rows } of lists) {
  await pool.query(`${rows} FROM generate_series(1, ${rowCount}) AS i`);
}
await pool.query(`INSERT INTO device_state (device_id, status, last_update)
  SELECT id, (ARRAY['online', 'offline', 'unknown'])[1 + id % 3], now() - id % 4 * interval '1 hour' FROM devices WHERE id % 5 > 0`);
await pool.query(`INSERT INTO scheduled_report_runs (report_id, checked_until, last_sent_at)
  SELECT id, now(), CASE WHEN id % 4 > 0 THEN now() - id % 5 * interval '1 day' END FROM scheduled_reports`);
const { rows: groups } = await pool.query('SELECT id, name FROM groups');
const nameOfGroup = new Map<number, string>(groups.map(({ id, name }) => [id, name]));

const totalOf = (headers: Record<string, unknown>) =>
  headers[totalCountHeader] === undefined ? undefined : Number(headers[totalCountHeader]);

const words = new Intl.Collator('pt-BR');
const isMissing = (value: unknown) => value === null || value === undefined || value === '';

/** As the API says: words as a person orders them, what is missing last. */
function compare(one: unknown, other: unknown, direction: 1 | -1): number {
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  if (typeof one === 'number') return direction * (one - Number(other));
  return direction * words.compare(String(one), String(other));
}

test('[LIST-07] [API-04] no list that can be sorted is left out here', async () => {
  const { paths } = (await app.inject('/api/openapi.json')).json();
  const sorted = Object.keys(paths).filter((path) =>
    paths[path].get?.parameters?.some((parameter: Row) => parameter.name === 'sort'),
  );
  expect(lists.map(({ path }) => `/api/${path}`).toSorted()).toEqual(sorted.toSorted());
});

test.each(lists)(
  '[LIST-07] [API-04] $path is sorted by each of its columns, and its pages together are the whole list',
  async ({ path, columns }) => {
    const all = path === 'sinisters' ? '&all=true' : '';
    const list = async (query: string) => {
      const { status, body, headers } = await ask('GET', `/api/${path}?${query}${all}`, {
        token: admin.token,
      });
      expect(status).toBe(200);
      return { rows: body as Row[], total: totalOf(headers) };
    };
    const unsorted = await list('');
    expect(unsorted.total).toBeUndefined();
    const offered = await app.inject('/api/openapi.json');
    const { parameters } = offered.json().paths[`/api/${path}`].get;
    const { schema } = parameters.find((parameter: Row) => parameter.name === 'sort');
    expect(Object.keys(columns).toSorted()).toEqual(schema.enum.toSorted());

    for (const [sort, held] of Object.entries(columns)) {
      for (const [order, direction] of [
        ['asc', 1],
        ['desc', -1],
      ] as const) {
        const { rows } = await list(`sort=${sort}&order=${order}`);
        expect(rows.map(({ id }) => id).toSorted()).toEqual(unsorted.rows.map(({ id }) => id).toSorted());
        const expected = rows.toSorted(
          (one, other) => compare(held(one), held(other), direction) || direction * (one.id - other.id),
        );
        expect(rows, `${sort} ${order}`).toEqual(expected);
      }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(columns)),
        fc.constantFrom('asc', 'desc'),
        fc.integer({ min: 1, max: rowCount + 6 }),
        async (sort, order, limit) => {
          const whole = await list(`sort=${sort}&order=${order}`);
          const together: Row[] = [];
          for (let offset = 0; offset <= whole.rows.length; offset += limit) {
            const page = await list(`sort=${sort}&order=${order}&limit=${limit}&offset=${offset}`);
            expect(page.total).toBe(whole.rows.length);
            together.push(...page.rows);
          }
          expect(together).toEqual(whole.rows);
        },
      ),
      { numRuns: 6 },
    );
  },
);

test('[LIST-07] [ROLE-01] devices that are narrowed by sight or by a word are in the order that all of them have', async () => {
  const person = await world.person();
  const { rows: seen } = await pool.query('SELECT id FROM devices WHERE id % 4 > 0');
  for (const { id } of seen) await world.link(person.id, { device: id });
  const read = async (token: string, query: string): Promise<Row[]> =>
    (await ask('GET', `/api/devices?${query}`, { token })).body;
  const words: Record<string, (row: Row) => boolean> = {
    '': () => true,
    '&keyword=a': ({ name, groupName, customerName, attributes }) =>
      [name, groupName, customerName, (attributes as { plate?: string }).plate].some((text) =>
        foldText(String(text ?? '')).includes('a'),
      ),
  };
  for (const sort of deviceQuerySchema.shape.sort.unwrap().options) {
    for (const order of ['asc', 'desc']) {
      const all = await read(admin.token, `sort=${sort}&order=${order}`);
      for (const [word, fits] of Object.entries(words)) {
        const ids = (rows: Row[]) => rows.map(({ id }) => id);
        const mine = await read(person.token, `sort=${sort}&order=${order}${word}`);
        expect(ids(mine), `${sort} ${order} ${word}`).toEqual(
          ids(all.filter((row) => row.id % 4 > 0 && fits(row))),
        );
        const page = await read(person.token, `sort=${sort}&order=${order}${word}&limit=4&offset=3`);
        expect(ids(page)).toEqual(ids(mine.slice(3, 7)));
      }
    }
  }
});

test('[LIST-07] the total counts what fits the filters, on a page beyond the end too', async () => {
  const total = async (query: string) =>
    totalOf((await ask('GET', `/api/devices?${query}`, { token: admin.token })).headers);
  expect(await total('limit=1&keyword=abacate')).toBe(await total('limit=1000&keyword=abacate'));
  expect(await total('limit=2&offset=900')).toBe(rowCount);
  expect(await total('limit=1')).toBe(rowCount);
  expect(await total('limit=5&keyword=nothing-has-this')).toBe(0);
});

test('[LIST-07] a column that a list does not have is refused by its name, and so is a direction', async () => {
  const refusal = async (query: string) => {
    const { status, body } = await ask('GET', `/api/devices?${query}`, { token: admin.token });
    return [status, body.code, body.details.fields[0].path];
  };
  expect(await refusal('sort=password')).toEqual([400, 'invalid-input', 'query.sort']);
  expect(await refusal('sort=name&order=up')).toEqual([400, 'invalid-input', 'query.order']);
  expect(deviceQuerySchema.shape.sort.unwrap().options).toContain('name');
});

test('[ROLE-01] a total counts what one sees, and no more', async () => {
  const person = await world.person();
  await world.link(person.id, { device: await world.device() });
  const { headers, body } = await ask('GET', '/api/devices?limit=10', { token: person.token });
  expect([totalOf(headers), body.length]).toEqual([1, 1]);
});
