/** People and things for tests, put straight into the tables. */
import { type Insertable, type Kysely, sql } from 'kysely';
import { hashToken, makeToken } from '../modules/sessions/session-token.ts';
import { insertSession } from '../modules/sessions/sessions-queries.ts';
import { insertUser } from '../modules/users/users-queries.ts';
import type { DevicesTable, GroupsTable, Schema, UsersTable } from '../platform/db/schema.ts';

/** What a user may be linked to. */
export type Linkable =
  | 'device'
  | 'group'
  | 'user'
  | 'geofence'
  | 'driver'
  | 'maintenance'
  | 'notification'
  | 'calendar'
  | 'attribute'
  | 'command'
  | 'responder';

export interface Person {
  readonly id: number;
  readonly email: string;
  /** Of a session that is open. */
  readonly token: string;
}

export function createWorld(kysely: Kysely<Schema>) {
  let made = 0;
  const next = (word: string) => `${word}${++made}`;

  const world = {
    async openSession(userId: number): Promise<string> {
      const token = makeToken();
      const from = { address: '127.0.0.1', userAgent: null };
      await insertSession(kysely, { tokenHash: hashToken(token), userId, until: 30, ...from });
      return token;
    },
    /** Signs in by his token; his password is nobody's unless `password_hash` is given. */
    async person(values: Partial<Insertable<UsersTable>> = {}): Promise<Person> {
      const name = next('person');
      const row = await insertUser(kysely, {
        name,
        email: `${name}@example.com`,
        password_hash: 'none',
        ...values,
      });
      return { id: row.id, email: row.email, token: await world.openSession(row.id) };
    },
    administrator: () => world.person({ administrator: true }),
    async device(values: Partial<Insertable<DevicesTable>> = {}): Promise<number> {
      const name = next('device');
      const insert = kysely.insertInto('devices').values({ name, unique_id: name, ...values });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },
    async group(values: Partial<Insertable<GroupsTable>> = {}): Promise<number> {
      const insert = kysely.insertInto('groups').values({ name: next('group'), ...values });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },
    async customer(group_id: number | null = null): Promise<number> {
      const insert = kysely
        .insertInto('customers')
        .values({ name: next('customer'), cpf_cnpj: '52998224725', group_id });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },
    async event(device_id: number, type = 'alarm', event_time = '2026-11-20T10:00:00.000Z'): Promise<number> {
      const insert = kysely
        .insertInto('events')
        .values({ device_id, type, event_time, server_time: new Date() });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },
    /** An open case of a device. */
    async sinister(device_id: number): Promise<number> {
      const insert = kysely.insertInto('sinisters').values({
        number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM sinisters)`,
        device_id,
        device: { id: device_id, uniqueId: 'x', name: 'x', category: null, model: null, attributes: {} },
        opened_by: 'x',
        opening_date: '2026-01-01T00:00:00.000Z',
        opening_type: 'theft',
        opening_description: 'x',
      });
      return (await insert.returning('id').executeTakeFirstOrThrow()).id;
    },
    /** Links a user to things by kind: `{ device: 3 }`. */
    async link(userId: number, what: Partial<Record<Linkable, number>>): Promise<void> {
      for (const [kind, id] of Object.entries(what)) {
        const column = kind === 'user' ? 'managed_user_id' : `${kind}_id`;
        await sql`INSERT INTO ${sql.table(`user_${kind}s`)} (user_id, ${sql.ref(column)}) VALUES (${userId}, ${id})`.execute(
          kysely,
        );
      }
    },
  };
  return world;
}
