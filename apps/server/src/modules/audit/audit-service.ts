import { type AuditQuery, auditLineSchema, auditQuerySchema } from '@atalaia/contract/accounts/audit-line';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import { type JsonRows, sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
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

const route = routeOptions('audit');

export function auditRoutes(app: App, audit: AuditService): void {
  app.get(
    '/audit',
    route('administrator', 'Lists who changed what, when and from which address', {
      querystring: auditQuerySchema,
      answer: z.array(auditLineSchema),
    }),
    (request, reply) => sendJsonArray(reply, audit.list(request.query)),
  );
}
