import mysql, { type RowDataPacket } from 'mysql2/promise';
import { messageOf } from './postgres.ts';
import { pieceRows, SourceRefused, type SourceRow, type TraccarSource, timeColumns } from './source.ts';

/** MySQL and MariaDB. Their `TIMESTAMP` is read as UTC, in which they hold it. */
export async function openMysql(url: URL): Promise<TraccarSource> {
  const database = url.pathname.slice(1);
  const connection = await mysql
    .createConnection({
      host: url.hostname,
      port: url.port === '' ? 3306 : Number(url.port),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database,
      dateStrings: true,
      timezone: 'Z',
      charset: 'utf8mb4',
      typeCast: (field, next) => {
        // BOOLEAN is BIT(1) where Liquibase made the table, and TINYINT(1) elsewhere
        if (field.type === 'BIT') return field.buffer()?.[0] === 1;
        return field.type === 'TINY' && field.length === 1 ? field.string() === '1' : next();
      },
    })
    .catch((error: unknown) => {
      throw new SourceRefused(`the Traccar database cannot be reached: ${messageOf(error)}`);
    });
  await connection.query("SET time_zone = '+00:00'");
  await connection.query('SET SESSION TRANSACTION READ ONLY');
  /** Windows and macOS keep the names of tables in small letters, Linux as they were written. */
  const names = new Map<string, string>();
  const [found] = await connection.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = ? AND lower(table_name) LIKE 'tc\\_%'",
    [database],
  );
  for (const { name } of found) names.set(String(name).toLowerCase(), String(name));
  const inSmallLetters = (rows: readonly RowDataPacket[]): readonly SourceRow[] =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name.toLowerCase(), value])),
    );
  return {
    name: `mysql://${url.host}${url.pathname}`,
    tables: async () => [...names.keys()],
    async rows(table) {
      const name = names.get(table);
      if (name === undefined) return [];
      const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM \`${name}\``);
      return inSmallLetters(rows);
    },
    async *history(table, afterId, { from, to }) {
      const name = names.get(table);
      if (name === undefined) return;
      const time = timeColumns[table];
      for (let last = afterId; ; ) {
        const [rows] = await connection.query<RowDataPacket[]>(
          `SELECT * FROM \`${name}\` WHERE id > ? AND ${time} >= ? AND ${time} < ?
           ORDER BY id LIMIT ${pieceRows}`,
          [last, from, to],
        );
        if (rows.length > 0) yield inSmallLetters(rows);
        if (rows.length < pieceRows) return;
        last = Number(rows.at(-1)?.id);
      }
    },
    close: () => connection.end(),
  };
}
