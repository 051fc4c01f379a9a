import { createHash, randomBytes } from 'node:crypto';
import { importedPassword, isImported } from '@atalaia/server/src/modules/sessions/password-hash.ts';
import { createLimiter } from '@atalaia/server/src/platform/limiter/limiter.ts';
import type { Report } from '../report.ts';
import type { SourceRow, TraccarSource } from '../source/source.ts';
import type { Answer, Api } from './api.ts';
import { type KnownObjects, nameColumnOf, type Queries, readNamed } from './known-objects.ts';
import { type ObjectKind, objectKinds } from './objects.ts';

export interface ImportParts {
  readonly source: TraccarSource;
  readonly api: Api;
  /** Of our database. */
  readonly client: Queries;
  readonly known: KnownObjects;
  /** IANA zone in which the source's clock writes its times. */
  readonly zone: string;
  readonly report: Report;
  /** False: looks alone, and changes nothing. */
  readonly applies: boolean;
}

/** Each waits for a commit: many wait together. */
const objectsAtOnce = 8;

/** Brings every object that is not here yet, kind by kind, in the order in which they refer to each other. */
export async function importObjects(parts: ImportParts): Promise<void> {
  for (const kind of objectKinds) {
    const isTree = kind.kind === 'group';
    const rows = await parts.source.rows(kind.table);
    const named = await readNamed(parts.client, kind.kind);
    await forEachOf(isTree ? parentsFirst(rows) : rows, isTree ? 1 : objectsAtOnce, (row) =>
      importObject(parts, kind, row, named),
    );
  }
}

/** `count` at once; after one that fails none is begun, and it is thrown once those that were begun have ended. */
async function forEachOf<One>(all: readonly One[], count: number, work: (one: One) => Promise<void>) {
  const limiter = createLimiter(count);
  const failures: unknown[] = [];
  const each = async (one: One) => {
    if (failures.length === 0) await work(one).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(all.map((one) => limiter.run(() => each(one))));
  if (failures.length > 0) throw failures[0];
}

/** A group whose parent is missing, or is below itself, comes as one without a parent. */
function parentsFirst(rows: readonly SourceRow[]): readonly SourceRow[] {
  const children = Map.groupBy(rows, ({ groupid }) => Number(groupid ?? 0));
  const ids = new Set(rows.map(({ id }) => Number(id)));
  const ordered: SourceRow[] = [];
  const waiting = [...children].filter(([parent]) => !ids.has(parent)).flatMap(([, group]) => group);
  for (let row = waiting.shift(); row; row = waiting.shift()) {
    ordered.push(row);
    waiting.push(...(children.get(Number(row.id)) ?? []));
  }
  return [...ordered, ...rows.filter((row) => !ordered.includes(row))];
}

async function importObject(
  parts: ImportParts,
  kind: ObjectKind,
  row: SourceRow,
  named: ReadonlyMap<string, number>,
): Promise<void> {
  const { source, api, known, report, applies } = parts;
  const count = (outcome: 'new' | 'there' | 'same' | 'refused') => report.count(kind.kind, outcome);
  if (known.find(kind.kind, row.id) !== undefined) return count('there');
  const column = nameColumnOf(kind.kind);
  const same = column === undefined ? undefined : named.get(String(row[column]).trim().toLowerCase());
  if (same !== undefined) {
    if (applies) await known.note(kind.kind, row.id, same);
    return count('same');
  }
  const { body, notes } = kind.translate(row, known.find, parts.zone);
  for (const note of notes) report.say(kind.kind, kind.nameOf(row), note);
  if (!applies) return count('new');
  const key = keyOf(`${source.name} ${kind.kind} ${row.id}`);
  const values = kind.kind === 'user' ? { ...body, password: randomBytes(24).toString('base64url') } : body;
  const { answer, left } = await sendWithoutRefused(api, kind.path, values, key);
  if ('refusal' in answer) {
    report.say(kind.kind, kind.nameOf(row), `did not come: ${answer.refusal.message}`);
    return count('refused');
  }
  for (const name of left) report.say(kind.kind, kind.nameOf(row), `came without ${name}`);
  const id = Number(answer.body.id);
  if (kind.kind === 'user') await setPassword(parts, row, id);
  await known.note(kind.kind, row.id, id);
  count('new');
}

/** Of a request's `Idempotency-Key`: letters and digits alone. */
const keyOf = (text: string) => `traccar-${createHash('sha256').update(text).digest('hex').slice(0, 48)}`;

/** What may be left out comes without it, rather than not at all: attributes, and what nothing depends on. */
const needed = new Set([
  'name',
  'uniqueId',
  'email',
  'area',
  'type',
  'data',
  'expression',
  'attribute',
  'description',
]);

async function sendWithoutRefused(
  api: Api,
  path: string,
  body: Readonly<Record<string, unknown>>,
  key: string,
): Promise<{ answer: Answer; left: readonly string[] }> {
  const answer = await api.send('POST', path, body, key);
  if (!('refusal' in answer) || answer.refusal.fields.length === 0) return { answer, left: [] };
  const left = [...new Set(answer.refusal.fields)];
  if (left.some((field) => needed.has(field))) return { answer, left: [] };
  const less = Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !left.includes(name))
      .map(([name, value]) => [name, name === 'attributes' ? withoutFields(value, left) : value]),
  );
  return { answer: await api.send('POST', path, less, `${key}-less`), left };
}

const withoutFields = (attributes: unknown, fields: readonly string[]) =>
  Object.fromEntries(
    Object.entries(attributes ?? {}).filter(([name]) => !fields.includes(`attributes.${name}`)),
  );

/** The password that holds there holds here; who has none there has none here until an administrator sends a link. */
async function setPassword({ client, report }: ImportParts, row: SourceRow, id: number): Promise<void> {
  const encoded = importedPassword(String(row.salt ?? ''), String(row.hashedpassword ?? ''));
  if (!isImported(encoded)) {
    report.say(
      'user',
      String(row.email),
      'has no password there that can be read: send him a link to set one',
    );
    return;
  }
  await client.query('UPDATE users SET password_hash = $1 WHERE id = $2', [encoded, id]);
}
