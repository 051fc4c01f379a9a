/** Writes `schema.ts` from the migrations, on a database of its own that is thrown away. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { migrate, openEmbedded } from './database.ts';
import { throwAwaySettings } from './embedded/cluster.ts';
import { removeWithCluster } from './embedded/placement.ts';
import { schemaText } from './schema-text.ts';

const folder = mkdtempSync(join(tmpdir(), 'atalaia-schema-'));
const log = pino({ level: 'warn' });
try {
  const database = await openEmbedded(folder, 2, log, throwAwaySettings);
  try {
    await migrate(database, log);
    writeFileSync(join(import.meta.dirname, 'schema.ts'), await schemaText(database.pool));
  } finally {
    await database.stop();
  }
} finally {
  removeWithCluster(folder);
}
