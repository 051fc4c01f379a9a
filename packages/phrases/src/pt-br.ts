import { ptBrFirst } from './pt-br-first.ts';
import { ptBrManagement } from './pt-br-management.ts';
import { ptBrMap } from './pt-br-map.ts';

/** Every text in Portuguese. */
export const ptBr = { ...ptBrFirst, ...ptBrMap, ...ptBrManagement };
