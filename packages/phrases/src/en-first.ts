import { errors } from './en/errors.ts';
import { general } from './en/general.ts';
import { login } from './en/login.ts';
import { shell } from './en/shell.ts';
import type { FirstKey } from './phrase-key.ts';

/** Texts in English of what is there before anybody is signed in: the login, what went wrong, the words of every screen. */
export const enFirst: Record<FirstKey, string> = {
  ...errors,
  ...general,
  ...login,
  ...shell,
};
