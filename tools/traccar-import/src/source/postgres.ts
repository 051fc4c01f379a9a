import pg from 'pg';
import { pieceRows, SourceRefused, type SourceRow, type TraccarSource, timeColumns } from './source.ts';

/** Times stay the text that they are: what zone they are in is not said in the table. */
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === 1114 || oid === 1184 ? (text: string) => text : pg.types.getTypeParser(oid, format as 'text'),
} as pg.CustomTypesConfig;

/** Reads nothing but what it is asked, in transactions that cannot write. */
export async function openPostgres(url: URL): Promise<TraccarSource> {
  for (const name of [...url.searchParams.keys()]) if (name !== 'sslmode') url.searchParams.delete(name);
  const client = new pg.Client({ connectionString: url.href, types });
  // unheard, it would end the process; whoever reads gets it from the query
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SET default_transaction_read_only = on; SET timezone = UTC');
  } catch (error) {
    throw new SourceRefused(`the Traccar database cannot be reached: ${messageOf(error)}`);
  }
  const tables = async () => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables
       WHERE table_schema = current_schema() AND table_name LIKE 'tc\\_%'`,
    );
    return rows.map(({ name }) => name);
  };
  return {
    name: `postgresql://${url.host}${url.pathname}`,
    tables,
    async rows(table) {
      if (!(await tables()).includes(table)) return [];
      return (await client.query<SourceRow>(`SELECT * FROM ${table}`)).rows;
    },
    async *history(table, afterId, { from, to }) {
      if (!(await tables()).includes(table)) return;
      const time = timeColumns[table];
      for (let last = afterId; ; ) {
        const { rows } = await client.query<SourceRow>({
          name: `piece-of-${table}`,
          text: `SELECT * FROM ${table} WHERE id > $1 AND ${time} >= $2::timestamp AND ${time} < $3::timestamp
              ORDER BY id LIMIT ${pieceRows}`,
          values: [last, from, to],
        });
        if (rows.length > 0) yield rows;
        if (rows.length < pieceRows) return;
        last = Number(rows.at(-1)?.id);
      }
    },
    close: () => client.end(),
  };
}

export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
}
