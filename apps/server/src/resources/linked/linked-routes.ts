import type { LinkedQuery } from '@atalaia/contract/values/linked-query';
import type { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import type { Access } from '../../platform/http/route-access.ts';
import type { SortQuery } from '../../queries/sorting.ts';
import { type CrudNoun, crudRoutes } from '../crud-routes.ts';
import type { LinkedService } from './linked-service.ts';

type NoParameters = z.ZodObject<Record<never, never>>;

export type LinkedNounService<
  Input extends z.ZodType,
  Creating extends z.ZodType = NoParameters,
> = LinkedService<z.output<Input>, z.output<Creating>>;

export interface LinkedNounRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters>
  extends Omit<
    CrudNoun<Input, z.ZodType<LinkedQuery & SortQuery>, Creating>,
    'service' | 'writing' | 'sheet'
  > {
  readonly service: LinkedNounService<Input, Creating>;
  /** Who may write those that he sees; whoever may write at all when absent. */
  readonly writing?: Access;
}

/** The routes of a linked noun. */
export function linkedRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters>(
  app: App,
  noun: LinkedNounRoutes<Input, Creating>,
): void {
  crudRoutes(app, { writing: 'writer', ...noun });
}
