import type { AuditNoun } from '@atalaia/contract/accounts/audit-line';
import { type AuditLine, auditLineSchema } from '@atalaia/contract/accounts/audit-line';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';

/** Lines of a page. */
const auditPageSize = 100;

interface AuditQuery {
  readonly noun: AuditNoun | null;
  readonly userId: number | null;
  /** ISO 8601. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A page of the trail, newest first (SEC-03). `before` is the number of the last line that is known. */
function listAudit(
  api: ApiClient,
  { noun, userId, from, to }: AuditQuery,
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

export interface AuditFilter {
  readonly noun: AuditNoun | null;
  readonly userId: number | null;
  /** Days as they are typed, `21/11/2026`; what is no day yet requests nothing. Both are within. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: AuditFilter = Object.freeze({ noun: null, userId: null, from: '', to: '' });

/** The trail as far as it was requested, newest first, and the way to what is older. */
export function useAudit(filter: AuditFilter) {
  const api = useApi();
  const { timezone } = useSettings();
  const request = filterOf(filter, timezone);
  return useInfiniteQuery({
    queryKey: ['audit', request],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listAudit(api, request, pageParam, signal),
    getNextPageParam: (page) => (page.length < auditPageSize ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Days in the person's zone as instants: from its first to its last millisecond. */
export function filterOf({ noun, userId, from, to }: AuditFilter, timezone: string): AuditQuery {
  const start = parseFormInstant(from, timezone);
  const end = nextDay(to, timezone);
  return {
    noun,
    userId,
    from: start === undefined ? undefined : new Date(start).toISOString(),
    to: end === undefined ? undefined : new Date(end - 1).toISOString(),
  };
}

/** The calendar has no such day, as far as it is typed. */
export function isNoDay(typed: string): boolean {
  return typed.length >= 'dd/MM/yyyy'.length && parseFormInstant(typed, 'UTC') === undefined;
}

/** Where the day after begins: a day of a zone may have 23 hours, or 25. */
function nextDay(typed: string, timezone: string): number | undefined {
  const day = parseFormInstant(typed, 'UTC');
  return day === undefined
    ? undefined
    : parseFormInstant(formatInstant(day + 86_400_000, 'formDate', 'UTC'), timezone);
}
