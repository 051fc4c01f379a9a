import { auditLineSchema, auditQuerySchema } from '@atalaia/contract/accounts/audit-line';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import type { AuditService } from './audit-service.ts';

export function auditRoutes(app: App, audit: AuditService): void {
  app.get(
    '/audit',
    {
      config: { access: 'administrator' },
      schema: {
        summary: 'Lists who changed what, when and from which address',
        tags: ['audit'],
        querystring: auditQuerySchema,
        response: { 200: z.array(auditLineSchema) },
      },
    },
    (request, reply) => sendJsonArray(reply, audit.list(request.query)),
  );
}
