import { linkedQuerySchema } from '@atalaia/contract/linked-query';
import type { z } from 'zod';
import type { App } from '../../http/app-type.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import type { LinkedService } from './linked-service.ts';

export type LinkedNounService<Input extends z.ZodType> = LinkedService<z.output<Input>>;

export interface LinkedNounRoutes<Input extends z.ZodType> {
  readonly path: `/${string}`;
  readonly schema: z.ZodType;
  readonly inputSchema: Input;
  readonly service: LinkedNounService<Input>;
  /** Of a body that is larger than others; bytes. */
  readonly bodyLimit?: number;
}

/** The five routes of a linked noun: whoever may write at all may write those that he sees. */
export function linkedRoutes<Input extends z.ZodType>(app: App, noun: LinkedNounRoutes<Input>): void {
  crudRoutes(app, { ...noun, querySchema: linkedQuerySchema, writing: 'writer' });
}
