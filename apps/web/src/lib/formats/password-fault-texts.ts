import type { PasswordFault } from '@atalaia/contract/accounts/new-password';
import type { PhraseKey } from '@atalaia/phrases/phrase-key';

/** What a form says of a password that may not be a new one (USR-03). */
export const passwordFaultTexts: Readonly<Record<PasswordFault, PhraseKey>> = {
  short: 'user.passwordShort',
  common: 'user.passwordCommon',
  own: 'user.passwordOwn',
};
