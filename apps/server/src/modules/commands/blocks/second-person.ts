import { AppError } from '../../../errors/app-error.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { BlockActor } from './blocks-queries.ts';
import type { PassPhrases } from './pass-phrases.ts';

/** Who confirms blocks, releases without a pass phrase and looks at what was done alone. */
export function isSupervisor({ administrator, user }: Pick<Caller, 'administrator' | 'user'>): boolean {
  return administrator || user.desk_role === 'supervisor';
}

/** Who answers the phone; anybody else asks for his own vehicles in his own session. */
export function worksAtDesk({ administrator, user }: Pick<Caller, 'administrator' | 'user'>): boolean {
  return administrator || user.desk_role !== 'none';
}

export const actorOf = ({ userId, user, address }: Caller): BlockActor => ({
  userId,
  userName: user.name,
  address,
});

/**
 * Throws unless what was said is the customer's pass phrase. A phrase of duress is refused in the words of a wrong one, so
 * that nobody beside the caller learns that it was heard.
 */
export async function requirePassPhrase(
  phrases: PassPhrases,
  caller: Caller,
  customerId: number | null,
  spoken: string | undefined,
): Promise<void> {
  if (spoken === undefined) {
    throw new AppError('pass-phrase-needed', 'the pass phrase of the owner, or a supervisor, is needed');
  }
  const verdict = customerId === null ? 'none-set' : await phrases.check(caller, customerId, spoken);
  if (verdict === 'right') return;
  if (verdict === 'none-set') {
    throw new AppError('pass-phrase-not-set', 'the customer has no pass phrase; a supervisor decides');
  }
  throw new AppError('pass-phrase-wrong', 'that is not the pass phrase');
}
