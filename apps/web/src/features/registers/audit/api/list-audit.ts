import { type AuditLine, type AuditNoun, auditLineSchema } from '@atalaia/contract/audit-line';
import { z } from 'zod';
import type { ApiClient } from '../../../../lib/api/api-client.ts';

/** Lines of a page. */
export const auditPageSize = 100;

export interface AuditWish {
  readonly noun: AuditNoun | null;
  readonly userId: number | null;
  /** ISO 8601. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A page of the trail, newest first (SEC-03). `before` is the number of the last line that is known. */
export function listAudit(
  api: ApiClient,
  { noun, userId, from, to }: AuditWish,
  before: number | undefined,
  signal: AbortSignal,
): Promise<readonly AuditLine[]> {
  const query = {
    noun: noun ?? undefined,
    userId: userId ?? undefined,
    from,
    to,
    before,
    limit: auditPageSize,
  };
  return api.json({ path: 'audit', query, signal }, z.array(auditLineSchema));
}
