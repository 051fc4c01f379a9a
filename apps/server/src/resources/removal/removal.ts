/**
 * What becomes of the rows that depend on one that is removed. What depends on it when it is removed decides, not what did
 * when somebody was shown it: rows are locked first, and who brings another one waits, or is refused.
 */
import type {
  Dependent,
  DependentChoice,
  DependentKind,
  Dependents,
  RemovalQuery,
} from '@atalaia/contract/dependents';
import { type Kysely, sql } from 'kysely';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Publish } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import { dependencies, type RemovableNoun, removableTables } from './dependencies.ts';
import { readDependents, readRestricting } from './read-dependents.ts';

/** How the rows of one kind follow what was decided of them, by the rules of their own noun. */
export interface DependentActs {
  /** Gives them to another row, or to none. Throws what the caller may not do with them. */
  relocate(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
    to: number | null,
  ): Promise<void>;
  remove?(within: Kysely<Schema>, publish: Publish, caller: Caller, ids: readonly number[]): Promise<void>;
}

export type ActsByKind = Partial<Readonly<Record<DependentKind, DependentActs>>>;

/** The row that is removed. */
export interface Removed {
  readonly noun: RemovableNoun;
  readonly id: number;
}

interface Decision {
  readonly choice: DependentChoice;
  /** For `move`. */
  readonly to: number | null;
}

/**
 * Throws unless the row may be removed now: `in-use` for what keeps it, `dependents-changed` when something else
 * hangs on it than was seen, `dependents-undecided` where it was not decided what becomes of something. Each names what hangs
 * on it. Until the end of the transaction nothing more can. Returns what the audit says of it.
 */
export async function requireRemovable(
  within: Kysely<Schema>,
  caller: Caller,
  { noun, id }: Removed,
  request: RemovalQuery = {},
): Promise<Settled> {
  await lockAlone(within, noun, [id]);
  const found = await readDependents(within, caller, noun, id);
  const restricting = found.dependents.filter(({ effect }) => effect === 'restrict');
  if (restricting.length > 0 || found.hidden) throw inUse(found, restricting);
  if (request.seen !== undefined && request.seen !== found.seen) {
    throw new AppError('dependents-changed', `by now it has ${inWords(found.dependents)}`, { ...found });
  }
  const decisions = decisionsOf(request);
  const asking = found.dependents.filter(({ effect }) => effect === 'choose');
  const undecided = asking.filter(({ kind }) => !decisions.has(kind));
  if (undecided.length > 0) {
    const message = `say what becomes of ${inWords(undecided)}`;
    throw new AppError('dependents-undecided', message, { ...found });
  }
  return {
    decided: asking.map(({ kind, choices }) => {
      const decision = decisions.get(kind);
      if (!decision || !choices.includes(decision.choice)) throw refusedDecision(`is no choice for ${kind}`);
      return { kind, ...decision };
    }),
    lines: found.dependents.map(({ kind, effect, count }) => {
      const { choice, to } = decisions.get(kind) ?? {};
      return { kind, count, effect: effect === 'choose' ? (choice ?? effect) : effect, ...(to && { to }) };
    }),
  };
}

export interface Settled {
  readonly decided: readonly (Decision & { readonly kind: DependentKind })[];
  /** For the audit: of each kind how many, and what became of them. */
  readonly lines: readonly object[];
}

/** What the audit's line of a removal says of them; nothing where nothing depended on it. */
export function dependentsDetail(lines: Settled['lines']): { readonly dependents?: Settled['lines'] } {
  return lines.length > 0 ? { dependents: lines } : {};
}

/** Locks what may have to follow, in the order in which others lock it; before the row itself is locked alone. */
export async function lockDependents(within: Kysely<Schema>, { noun, id }: Removed): Promise<void> {
  for (const { effect, from, on } of dependencies[noun]) {
    if (effect !== 'choose') continue;
    await sql`SELECT FROM ${from} WHERE ${on} = ${id} ORDER BY it.id FOR NO KEY UPDATE OF it`.execute(within);
  }
}

/** Lets everything follow what was decided. */
export async function carryOut(
  within: Kysely<Schema>,
  publish: Publish,
  caller: Caller,
  { noun, id }: Removed,
  { decided }: Settled,
  acts: ActsByKind,
): Promise<void> {
  for (const { kind, choice, to } of decided) {
    const act = acts[kind];
    if (!act) throw new Error(`nobody knows how ${kind} follows a ${noun}`);
    if (to === id) throw refusedDecision('must name another');
    const ids = await idsOf(within, noun, id, kind);
    if (choice !== 'delete') await act.relocate(within, publish, caller, ids, to);
    else if (act.remove) await act.remove(within, publish, caller, ids);
    else throw new Error(`nobody knows how ${kind} is removed with a ${noun}`);
  }
}

/** Throws `in-use` where something keeps one of these rows, which are removed with another. */
export async function requireUnrestricted(
  within: Kysely<Schema>,
  caller: Caller,
  noun: RemovableNoun,
  ids: readonly number[],
): Promise<void> {
  await lockAlone(within, noun, ids);
  const found = await readRestricting(within, caller, noun, ids);
  if (found.dependents.length > 0 || found.hidden) throw inUse(found, found.dependents);
}

/** Nobody refers to these rows from now on who does not already. */
async function lockAlone(within: Kysely<Schema>, noun: RemovableNoun, ids: readonly number[]): Promise<void> {
  await sql`
    SELECT FROM ${sql.table(removableTables[noun])} WHERE id = ANY(${ids}::integer[])
    ORDER BY id FOR UPDATE`.execute(within);
}

async function idsOf(
  within: Kysely<Schema>,
  noun: RemovableNoun,
  id: number,
  kind: DependentKind,
): Promise<number[]> {
  const dependency = dependencies[noun].find((one) => one.kind === kind && one.effect === 'choose');
  if (!dependency) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT it.id FROM ${dependency.from} WHERE ${dependency.on} = ${id} ORDER BY it.id`.execute(within);
  return rows.map((row) => row.id);
}

function decisionsOf({ decision = [] }: RemovalQuery): ReadonlyMap<string, Decision> {
  return new Map(
    decision.map((text) => {
      const [kind = '', choice, to] = text.split(':');
      return [kind, { choice: choice as DependentChoice, to: to === undefined ? null : Number(to) }];
    }),
  );
}

function inUse(found: Dependents, restricting: readonly Dependent[]): AppError {
  const message = restricting.length > 0 ? inWords(restricting) : 'what you do not see';
  return new AppError('in-use', `in use by ${message}`, { ...found });
}

function refusedDecision(message: string): AppError {
  return fieldRefusal('invalid-input', { path: 'query.decision', message });
}

/** For a log or a developer; people read the details. */
function inWords(dependents: readonly Dependent[]): string {
  if (dependents.length === 0) return 'nothing';
  return dependents
    .map(({ kind, count, named }) => `${count} ${kind} (${named.map(({ name }) => name).join(', ')})`)
    .join(', ');
}
