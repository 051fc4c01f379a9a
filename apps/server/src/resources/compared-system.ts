/** What a system beside this one gives for the comparison with it (DRIFT-01). */
import type { HeldLease } from '../platform/db/leases/leases.ts';
import type { Caller, UserRow } from '../visibility/caller.ts';

/** `here`: this installation. `there`: the other system. */
export type Side = 'here' | 'there';
export type ComparedNoun = 'customer' | 'device';
export type Compared = Readonly<Record<string, string | null>>;

/** A customer or device on both sides; null on the one where it is not. */
export interface Pair {
  readonly noun: ComparedNoun;
  readonly localId: number | null;
  /** Its number there. */
  readonly remoteKey: string | null;
  readonly name: string;
  readonly here: Compared | null;
  readonly there: Compared | null;
  /** Which sides can be taken of a field, or of the whole where it is on one side only (''). */
  sidesOf(field: string): readonly Side[];
  /** What the other system says of a customer here. */
  readonly standing?: 'active' | 'inactive' | 'absent';
}

/** A difference that somebody takes one side of. */
export interface TakenDifference {
  readonly noun: ComparedNoun;
  readonly kind: 'onlyHere' | 'onlyThere' | 'field';
  readonly localId: number | null;
  readonly remoteKey: string | null;
  readonly field: string;
  readonly here: string | null;
  readonly there: string | null;
  readonly side: Side;
}

export type TakeOutcome =
  | { readonly state: 'taken' }
  /** Neither side was written: one of them says something else by now. */
  | { readonly state: 'changed'; readonly here: string | null; readonly there: string | null }
  /** `words`: the other system's own. */
  | { readonly state: 'refused'; readonly reason: string; readonly words: string | null };

export const refused = (reason: string, words: string | null = null): TakeOutcome => ({
  state: 'refused',
  reason,
  words,
});

export const isAlike = (one: string | null | undefined, other: string | null | undefined) =>
  (one ?? '').toLowerCase() === (other ?? '').toLowerCase();

export interface ReadingState {
  readonly isReading: boolean;
  /** When all of it was read last; ISO. */
  readonly readAt: string | null;
  /** Why it could not be read after that. */
  readonly failure: string | null;
}

export interface ComparedSystem {
  /** Whether this user has an account there that can be asked. */
  hasAccount(user: UserRow): boolean;
  /** Begins to read everything; writes nothing on either side. */
  startReading(user: UserRow): Promise<void>;
  reading(user: UserRow): Promise<ReadingState>;
  /** What was read beside what is here, in pieces, through the user's eyes. */
  pairs(user: UserRow): AsyncGenerator<readonly Pair[]>;
  /** Of two who take, or take and exchange, one waits. */
  leaseOf(user: UserRow): Promise<string>;
  /** Looks at both sides as they are now, and writes one. What concerns more than this one difference is thrown. */
  take(caller: Caller, difference: TakenDifference, lease: HeldLease): Promise<TakeOutcome>;
}
