import type { PageQuery } from '@atalaia/contract/values/query-values';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { describeRefusedMessages } from './refused-messages-queries.ts';

export interface RefusedMessagesService {
  /** As the contract describes them, the latest first. */
  list(page: PageQuery): JsonRows;
}

const usualRows = 100;
const mostRows = 1000;

export function createRefusedMessagesService(kysely: Kysely<Schema>): RefusedMessagesService {
  return {
    async *list({ limit = usualRows, offset }) {
      const page = { limit: String(Math.min(Number(limit), mostRows)), offset };
      yield await describeRefusedMessages(kysely, page);
    },
  };
}
