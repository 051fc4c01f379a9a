import type { Caller } from '../../../visibility/caller.ts';

/** What a customer's people say on the phone to prove who they are; the service of contacts checks it, and keeps it sealed. */
export interface PassPhrases {
  check(
    caller: Caller,
    customerId: number,
    spoken: string,
  ): Promise<'right' | 'wrong' | 'duress' | 'none-set'>;
}

/** Where no phrase is kept at all. */
export const noPassPhrases: PassPhrases = { check: async () => 'none-set' };
