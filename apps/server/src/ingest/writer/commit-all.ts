import {
  isConflict,
  isDataError,
  mayBeDataError,
  PlanFailed,
  StaleStates,
  violatedConstraint,
} from '../../errors/database-errors.ts';
import type { Committed } from './commit-batch.ts';
import type { Entry, Settlement } from './entry.ts';
import type { Refusal, RetryHints } from './plan.ts';

export interface CommitAllParts {
  /** One transaction over these entries. */
  commit(entries: readonly Entry[], retryHints: RetryHints): Promise<Committed>;
  onCommitted(committed: Committed): void;
  onSettled(entry: Entry, settlement: Settlement): void;
  /** The database refused an entry in every form; its last word. */
  onRejected(entry: Entry, error: unknown): void;
  /** What follows from a commit threw: it is committed all the same. */
  onFault(error: unknown): void;
  /** The commit failed for no fault of its data. Waits until it may be tried again; false gives up. */
  onAway(error: unknown): Promise<boolean>;
}

/** What the state of a device that was removed breaks. */
const deviceForeignKey = 'device_state_device_id_fkey';

/** An error that may be the rows' fault counts as theirs when it comes so often. */
const mostSuspicions = 5;

/**
 * Commits every entry of these batches, however long it takes, and settles each once, in order. Where the database refuses the data, the
 * batch is halved until the refused entry is alone: that one is tried in every other form (`Refusal`), and is rejected
 * when the last is refused too.
 * A batch that was rolled back for another's sake (a deadlock) is tried again at once.
 * While the database is away nothing is settled. When that is given up, the rest is settled as abandoned; returns false.
 */
export async function commitAll(
  batches: readonly (readonly Entry[])[],
  parts: CommitAllParts,
): Promise<boolean> {
  const retryHints: RetryHints = { repeats: new Set(), refused: new Map(), attempt: undefined };
  const todo = [...batches].reverse();
  let suspicions = 0;
  for (let batch = todo.pop(); batch; batch = todo.pop()) {
    let committed: Committed;
    try {
      committed = await parts.commit(batch, retryHints);
    } catch (error) {
      if (mayBeDataError(error)) suspicions += 1;
      const isRefusal = isDataError(error) || error instanceof PlanFailed;
      if (isRefusal || (mayBeDataError(error) && suspicions >= mostSuspicions)) {
        retryHints.attempt = undefined;
        todo.push(...afterRefusal(batch, error, retryHints, parts));
      } else if (error instanceof StaleStates) todo.push(...withContendedApart(batch, error.deviceIds));
      else if (isConflict(error) || (await parts.onAway(error))) todo.push(batch);
      else {
        for (const entry of [batch, ...todo.reverse()].flat()) parts.onSettled(entry, 'abandoned');
        return false;
      }
      continue;
    }
    retryHints.attempt = undefined;
    try {
      parts.onCommitted(committed);
    } catch (error) {
      parts.onFault(error);
    }
    for (const entry of batch) parts.onSettled(entry, 'committed');
  }
  return true;
}

/** The devices that others write at this moment, each alone, behind the rest of the batch: last first. */
function withContendedApart(batch: readonly Entry[], deviceIds: readonly number[]): (readonly Entry[])[] {
  const contended = new Set(deviceIds);
  const parts = Map.groupBy(batch, ({ device: { id } }) => (contended.has(id) ? id : undefined));
  const rest = parts.get(undefined);
  parts.delete(undefined);
  return rest ? [...parts.values(), rest] : [...parts.values()];
}

/** What is left to do of a refused batch, last first. */
function afterRefusal(
  batch: readonly Entry[],
  error: unknown,
  retryHints: RetryHints,
  parts: CommitAllParts,
): (readonly Entry[])[] {
  const [entry] = batch;
  if (entry === undefined) return [];
  if (batch.length > 1) {
    const middle = Math.ceil(batch.length / 2);
    return [batch.slice(middle), batch.slice(0, middle)];
  }
  if (violatedConstraint(error) === deviceForeignKey) {
    parts.onSettled(entry, 'removed');
    return [];
  }
  const next = nextRefusal(entry, retryHints.refused.get(entry), error);
  if (next) {
    retryHints.refused.set(entry, next);
    return [batch];
  }
  parts.onRejected(entry, error);
  parts.onSettled(entry, 'rejected');
  return [];
}

/** What can be tried of an entry, one after the other. What is no message of a tracker has no other form. */
const forms: Partial<Record<Entry['kind'], readonly Refusal['form'][]>> = {
  position: ['odd', 'aside', 'alone'],
  answer: ['alone'],
};

function nextRefusal(entry: Entry, before: Refusal | undefined, error: unknown): Refusal | undefined {
  const ways = forms[entry.kind] ?? [];
  const form = ways[before ? ways.indexOf(before.form) + 1 : 0];
  if (form === undefined) return undefined;
  const errors = [...(before?.errors ?? []), errorText(error)];
  return { form, reason: before?.reason ?? reasonOf(error), errors };
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? `refused: ${error.code}` : 'refused: rules failed';
}

/** With what is behind a plan that failed. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error ? `${error.code} ` : '';
  return `${code}${error.message}${error.cause instanceof Error ? `: ${error.cause.message}` : ''}`;
}
