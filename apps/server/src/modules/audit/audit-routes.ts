import { auditLineSchema, auditQuerySchema } from '@atalaia/contract/accounts/audit-line';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { sendJsonArray } from '../../platform/http/json-text.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { AuditService } from './audit-service.ts';

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
