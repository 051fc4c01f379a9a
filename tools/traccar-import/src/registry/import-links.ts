import type { SourceRow } from '../source/source.ts';
import type { ImportParts } from './import-objects.ts';
import type { Kind } from './objects.ts';
import { kinds } from './objects.ts';

/** Names of columns, without `id`, and what they are links to. */
const linked: Readonly<Record<string, Kind>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, kind])),
  manageduser: 'user',
};

/** As `POST permissions` names what the columns name. */
const keys: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kinds.map((kind) => [kind, `${kind}Id`])),
  manageduser: 'managedUserId',
};

const linksAtOnce = 1000;

interface Link {
  /** The ids of both ends there. */
  readonly key: string;
  readonly body: Readonly<Record<string, number>>;
}

/** Brings the rows of every table `tc_user_…`, `tc_device_…` and `tc_group_…` that did not come before. */
export async function importLinks(parts: ImportParts): Promise<void> {
  const { source, client, report, applies } = parts;
  for (const table of (await source.tables()).filter((name) => /^tc_(user|device|group)_/.test(name))) {
    const { rows: before } = await client.query<{ source_key: string }>(
      'SELECT source_key FROM imported_objects WHERE source = $1 AND kind = $2',
      [source.name, table],
    );
    const came = new Set(before.map(({ source_key }) => source_key));
    const links: Link[] = [];
    let lost = 0;
    for (const row of await source.rows(table)) {
      const key = Object.values(row).join('/');
      const body = bodyOf(parts, row);
      if (came.has(key)) report.count('link', 'there');
      else if (body) links.push({ key, body });
      // in a trial nothing is here yet
      else if (applies) lost += 1;
      else report.count('link', 'new');
    }
    if (lost > 0) {
      report.count('link', 'refused', lost);
      report.say('link', table, `${lost} are links to what did not come`);
    }
    for (let at = 0; at < links.length; at += linksAtOnce) {
      await bring(parts, table, links.slice(at, at + linksAtOnce));
    }
  }
}

/** Undefined where not both ends are here. */
function bodyOf({ known }: ImportParts, row: SourceRow): Link['body'] | undefined {
  const ends = Object.entries(row).flatMap(([column, sourceId]) => {
    const name = column.replace(/id$/, '');
    const id = linked[name] && known.find(linked[name], sourceId);
    return id === undefined ? [] : [[keys[name] as string, id] as const];
  });
  return ends.length === 2 ? Object.fromEntries(ends) : undefined;
}

/** All of them, or the halves of them, down to the one that is refused. */
async function bring(parts: ImportParts, table: string, links: readonly Link[]): Promise<void> {
  const { api, client, source, report, applies } = parts;
  if (!applies) return report.count('link', 'new', links.length);
  const answer = await api.send(
    'POST',
    'permissions/bulk',
    links.map(({ body }) => body),
  );
  if (!('refusal' in answer)) {
    await client.query(
      `INSERT INTO imported_objects (source, kind, source_key, object_id)
       SELECT $1, $2, key, 0 FROM unnest($3::text[]) AS key ON CONFLICT DO NOTHING`,
      [source.name, table, links.map(({ key }) => key)],
    );
    return report.count('link', 'new', links.length);
  }
  if (links.length === 1) {
    report.say('link', `${table} ${links[0]?.key}`, `did not come: ${answer.refusal.message}`);
    return report.count('link', 'refused');
  }
  const middle = Math.ceil(links.length / 2);
  await bring(parts, table, links.slice(0, middle));
  await bring(parts, table, links.slice(middle));
}
