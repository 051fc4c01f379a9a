import type { AuditQuery } from '@atalaia/contract/accounts/audit-line';
import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import { listAuditLines } from './audit-queries.ts';

export interface AuditService {
  list(query: AuditQuery): JsonRows;
}

export function createAuditService({ kysely }: { readonly kysely: Kysely<Schema> }): AuditService {
  return {
    async *list(query) {
      yield await listAuditLines(kysely, query);
    },
  };
}
