import { login } from './pt-br/login.ts';

/** Every text in Portuguese, the source of the keys. */
export const ptBr = { ...login };
