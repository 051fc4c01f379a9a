import { createReadStream, existsSync } from 'node:fs';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { columnsOf, readInsert, splitStatements } from './h2-statements.ts';
import { pieceRows, SourceRefused, type SourceRow, type TraccarSource, timeColumns } from './source.ts';

/** The rows of the script one after the other, which is read anew each time: a table of positions never is in memory. */
async function* rowsOfScript(path: string): AsyncGenerator<{ table: string; row: SourceRow }> {
  const file = createReadStream(path);
  const stream = /\.gz$/i.test(path) ? file.pipe(createGunzip()) : file;
  // a failure of the file does not pass a pipe
  file.once('error', (error) => stream.destroy(error));
  stream.setEncoding('utf8');
  const columns = new Map<string, readonly string[]>();
  for await (const statement of splitStatements(stream as AsyncIterable<string>)) {
    const created = columnsOf(statement);
    if (created) columns.set(created.table, created.columns);
    const insert = readInsert(statement, columns);
    if (!insert) continue;
    for (const row of insert.rows) yield { table: insert.table, row };
  }
}

/** A script that H2 wrote with `SCRIPT TO`. Its tables of the registry are read once, its history as often as it is asked for. */
export async function openH2Script(path: string): Promise<TraccarSource> {
  if (!existsSync(path)) throw new SourceRefused(`there is no file ${path}`);
  const history = new Set(['tc_positions', 'tc_events']);
  const tables = new Map<string, SourceRow[]>();
  for await (const { table, row } of rowsOfScript(path)) {
    const rows = tables.get(table) ?? [];
    tables.set(table, rows);
    if (!history.has(table)) rows.push(row);
  }
  if (!tables.has('tc_devices')) {
    throw new SourceRefused(
      `${path} is no script of H2 with Traccar's tables: it has no row of TC_DEVICES (a .zip is to be unpacked first)`,
    );
  }
  return {
    name: `h2:${basename(path).replace(/\.gz$/i, '')}`,
    tables: async () => [...tables.keys()],
    rows: async (table) => tables.get(table) ?? [],
    async *history(wanted, afterId, { from, to }) {
      let piece: SourceRow[] = [];
      // by rising id, as H2 writes a table in the order of its primary key
      for await (const { table, row } of rowsOfScript(path)) {
        const time = String(row[timeColumns[wanted]]);
        if (table !== wanted || Number(row.id) <= afterId || time < from || time >= to) continue;
        piece.push(row);
        if (piece.length < pieceRows) continue;
        yield piece;
        piece = [];
      }
      if (piece.length > 0) yield piece;
    },
    close: async () => undefined,
  };
}
