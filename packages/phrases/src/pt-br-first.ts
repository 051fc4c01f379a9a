import { errors } from './pt-br/errors.ts';
import { general } from './pt-br/general.ts';
import { login } from './pt-br/login.ts';
import { shell } from './pt-br/shell.ts';

/** Texts in Portuguese of what is there before anybody is signed in: the login, what went wrong, the words of every screen. */
export const ptBrFirst = {
  ...errors,
  ...general,
  ...login,
  ...shell,
};
