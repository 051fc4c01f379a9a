import type { Caller } from '../../../visibility/caller.ts';

export type PhraseVerdict = 'right' | 'wrong' | 'duress' | 'none-set';

/** What a customer's people say on the phone to prove who they are; the service of contacts checks it, and keeps it sealed. */
export interface PassPhrases {
  check(
    caller: Caller,
    customerId: number,
    spoken: string,
    about: { readonly deviceId: number },
  ): Promise<PhraseVerdict>;
}

/** Where no phrase is kept at all. */
export const noPassPhrases: PassPhrases = { check: async () => 'none-set' };
