import { AppError } from '../../../errors/app-error.ts';
import { type ActingUser, worksAtDesk } from '../../../visibility/caller.ts';
import type { BlockActor } from './blocks-queries.ts';

export type PhraseVerdict = 'right' | 'wrong' | 'duress' | 'none-set';

/** What a customer's people say on the phone to prove who they are; the service of contacts checks it, and keeps it sealed. */
export interface PassPhrases {
  check(
    caller: ActingUser,
    customerId: number,
    spoken: string,
    about: { readonly deviceId: number },
  ): Promise<PhraseVerdict>;
}

/** Where no phrase is kept at all. */
export const noPassPhrases: PassPhrases = { check: async () => 'none-set' };

/** Who confirms blocks, releases without a pass phrase and looks at what was done alone. */
export function isSupervisor({ administrator, user }: Pick<ActingUser, 'administrator' | 'user'>): boolean {
  return administrator || user.desk_role === 'supervisor';
}

/** Of what is blocked but for a supervisor; of what is not, of the person who does not work at the desk. */
export const releaseNeedsPhrase = (caller: ActingUser, isBlocked: boolean): boolean =>
  isBlocked ? !isSupervisor(caller) : !worksAtDesk(caller);

export const actorOf = ({ userId, user, address }: ActingUser): BlockActor => ({
  userId,
  userName: user.name,
  address,
});

/**
 * Throws unless what was said was the customer's pass phrase. A phrase of duress is refused in the words of a wrong one, so
 * that nobody beside the caller learns that it was heard.
 */
export function requirePassPhrase(heard: PhraseVerdict | undefined): void {
  if (heard === 'right') return;
  if (heard === undefined) {
    throw new AppError('pass-phrase-needed', 'the pass phrase of the owner, or a supervisor, is needed');
  }
  if (heard === 'none-set') {
    throw new AppError('pass-phrase-not-set', 'the customer has no pass phrase; a supervisor decides');
  }
  throw new AppError('pass-phrase-wrong', 'that is not the pass phrase');
}
