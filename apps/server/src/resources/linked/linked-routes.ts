import type { LinkedQuery } from '@atalaia/contract/values/linked-query';
import type { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import type { Access } from '../../platform/http/route-access.ts';
import type { SortQuery } from '../../queries/sorting.ts';
import { crudRoutes } from '../crud-routes.ts';
import type { LinkedService } from './linked-service.ts';

type NoParameters = z.ZodObject<Record<never, never>>;

export type LinkedNounService<
  Input extends z.ZodType,
  Creating extends z.ZodType = NoParameters,
> = LinkedService<z.output<Input>, z.output<Creating>>;

export interface LinkedNounRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters> {
  readonly path: `/${string}`;
  readonly schema: z.ZodType;
  readonly inputSchema: Input;
  /** Its filters, and the columns it is sorted by. */
  readonly querySchema: z.ZodType<LinkedQuery & SortQuery>;
  /** What the address of a creation may say. */
  readonly creatingSchema?: Creating;
  readonly service: LinkedNounService<Input, Creating>;
  /** Of a body that is larger than others; bytes. */
  readonly bodyLimit?: number;
  /** Who may write those that he sees; whoever may write at all when absent. */
  readonly writing?: Access;
}

/** The five routes of a linked noun. */
export function linkedRoutes<Input extends z.ZodType, Creating extends z.ZodType = NoParameters>(
  app: App,
  noun: LinkedNounRoutes<Input, Creating>,
): void {
  crudRoutes(app, { writing: 'writer', ...noun });
}
