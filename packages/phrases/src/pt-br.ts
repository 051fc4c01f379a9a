import { ptBrFirst } from './pt-br-first.ts';
import { ptBrManagement } from './pt-br-management.ts';

/** Every text in Portuguese. */
export const ptBr = { ...ptBrFirst, ...ptBrManagement };
