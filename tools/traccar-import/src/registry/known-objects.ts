import { createLimiter } from '@atalaia/server/src/platform/limiter/limiter.ts';
import type { Client, QueryResultRow } from 'pg';
import type { Kind } from './objects.ts';

/** Our database to many who ask at once. */
export interface Queries {
  query<Row extends QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ): Promise<{ readonly rows: Row[] }>;
}

/** A connection takes one statement after another; whoever asks meanwhile waits here. */
export function oneByOne(client: Client): Queries {
  const limiter = createLimiter(1);
  return {
    query: <Row extends QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      limiter.run(() => client.query<Row>(text, [...values])),
  };
}

/** Which object here is which there: of earlier runs, and of what both sides had before the first. */
export interface KnownObjects {
  find(kind: Kind, sourceId: unknown): number | undefined;
  note(kind: Kind, sourceId: unknown, objectId: number): Promise<void>;
}

/** Objects that have a name of their own which is theirs alone, and where ours have it. */
const sameByName: Readonly<Partial<Record<Kind, { readonly sql: string; readonly column: string }>>> = {
  device: { sql: 'SELECT id, unique_id AS name FROM devices', column: 'uniqueid' },
  driver: { sql: 'SELECT id, unique_id AS name FROM drivers', column: 'uniqueid' },
  user: { sql: 'SELECT user_id AS id, name FROM sign_in_names', column: 'email' },
};

export async function readKnownObjects(client: Queries, source: string): Promise<KnownObjects> {
  const known = new Map<string, number>();
  const { rows } = await client.query<{ kind: string; source_key: string; object_id: string }>(
    'SELECT kind, source_key, object_id FROM imported_objects WHERE source = $1',
    [source],
  );
  for (const { kind, source_key, object_id } of rows) known.set(`${kind} ${source_key}`, Number(object_id));
  return {
    find: (kind, sourceId) => known.get(`${kind} ${sourceId}`),
    async note(kind, sourceId, objectId) {
      await client.query(
        `INSERT INTO imported_objects (source, kind, source_key, object_id) VALUES ($1, $2, $3, $4)
         ON CONFLICT (source, kind, source_key) DO UPDATE SET object_id = excluded.object_id`,
        [source, kind, String(sourceId), objectId],
      );
      known.set(`${kind} ${sourceId}`, objectId);
    },
  };
}

/** Number and name of what is here already and bears the name of an object there; names in small letters. */
export async function readNamed(client: Queries, kind: Kind): Promise<ReadonlyMap<string, number>> {
  const same = sameByName[kind];
  if (!same) return new Map();
  const { rows } = await client.query<{ id: number; name: string }>(same.sql);
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), Number(id)]));
}

export const nameColumnOf = (kind: Kind) => sameByName[kind]?.column;
