/**
 * Files of the web client whose names hold a hash, of this release and of those before: a page that was opened before an
 * upgrade loads what it has not loaded yet for a week more, from whatever process (SCALE-09).
 */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Pool } from 'pg';

const zip = promisify(gzip);
const unzip = promisify(gunzip);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const keptFor = '7 days';

export interface FormerFile {
  readonly type: string;
  /** Compressed with gzip where that was asked for. */
  readonly body: Buffer;
}

export interface FormerFiles {
  /** Keeps what this process serves from its folder; what no process has served for a week goes. */
  keep(): Promise<void>;
  find(name: string, takesGzip: boolean): Promise<FormerFile | undefined>;
}

/** `root`: the folder of the built client. */
export function createFormerFiles(pool: Pick<Pool, 'query'>, root: string): FormerFiles {
  const folder = join(root, 'assets');
  return {
    async keep() {
      const names = (await readdir(folder)).filter((name) => extname(name) in types);
      const { rows } = await pool.query<{ name: string }>(
        'UPDATE web_files SET kept_at = now() WHERE name = ANY($1::text[]) RETURNING name',
        [names],
      );
      const known = new Set(rows.map(({ name }) => name));
      for (const name of names) {
        if (known.has(name)) continue;
        const body = await zip(await readFile(join(folder, name)), { level: 9 });
        await pool.query('INSERT INTO web_files (name, body) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
          name,
          body,
        ]);
      }
      await pool.query(`DELETE FROM web_files WHERE kept_at < now() - interval '${keptFor}'`);
    },
    async find(name, takesGzip) {
      const type = types[extname(name)];
      if (type === undefined) return undefined;
      const { rows } = await pool.query<{ body: Buffer }>('SELECT body FROM web_files WHERE name = $1', [
        name,
      ]);
      const [found] = rows;
      return found && { type, body: takesGzip ? found.body : await unzip(found.body) };
    },
  };
}
