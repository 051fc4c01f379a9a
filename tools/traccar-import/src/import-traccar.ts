import { whileMarksWait } from '@atalaia/server/src/modules/reports/hours/count-hours-queries.ts';
import type { Client } from 'pg';
import { type HistoryPeriod, importHistory } from './history/import-history.ts';
import { connectApi } from './registry/api.ts';
import { importLinks } from './registry/import-links.ts';
import { importObjects } from './registry/import-objects.ts';
import { oneByOne, readKnownObjects } from './registry/known-objects.ts';
import { objectKinds } from './registry/objects.ts';
import { createReport, type Report } from './report.ts';
import type { TraccarSource } from './source/source.ts';

export interface ImportTraccarParts {
  readonly source: TraccarSource;
  /** Of our database. */
  readonly client: Client;
  /** Of our server, with an administrator's API key. */
  readonly server: string;
  readonly token: string;
  readonly applies: boolean;
  /** Of positions and events; none come without it. */
  readonly period: HistoryPeriod | undefined;
  /** IANA zone of the source's clock. */
  readonly zone: string;
  /** How far it is. */
  readonly say: (text: string) => void;
}

/** Brings what is not here yet, in an order in which nothing refers to what is missing. Throws `SourceRefused` for what a person mends. */
export async function importTraccar(parts: ImportTraccarParts): Promise<Report> {
  const { source, client, server, token, applies, period } = parts;
  const report = createReport(applies);
  const queries = oneByOne(client);
  const known = await readKnownObjects(queries, source.name);
  const common = { ...parts, report, known };
  const registry = { ...common, client: queries, api: connectApi(server, token) };
  await importObjects(registry);
  await importLinks(registry);
  await sayWhatStays(source, report);
  if (applies && period) await whileMarksWait(client, () => importHistory(common, period));
  return report;
}

/** Tables that nothing is read of, where they hold rows. */
async function sayWhatStays(source: TraccarSource, report: Report): Promise<void> {
  const read = new Set([...objectKinds.map(({ table }) => table), 'tc_positions', 'tc_events']);
  for (const table of await source.tables()) {
    if (read.has(table) || /^tc_(user|device|group)_/.test(table)) continue;
    const { length } = await source.rows(table);
    if (length > 0) report.say('table', table, `its ${length} rows do not come`);
  }
}
