import type { AuditNoun } from '@atalaia/contract/audit-line';
import { formatInstant, parseFormInstant } from '@atalaia/domain/dates';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { type AuditWish, auditPageSize, listAudit } from './api/list-audit.ts';

export interface AuditFilter {
  readonly noun: AuditNoun | null;
  readonly userId: number | null;
  /** Days as they are typed, `21/11/2026`; what is no day yet asks for nothing. Both are within. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: AuditFilter = Object.freeze({ noun: null, userId: null, from: '', to: '' });

/** The trail as far as it was asked for, newest first, and the way to what is older. */
export function useAudit(filter: AuditFilter) {
  const api = useApi();
  const { timezone } = useSettings();
  const wish = wishOf(filter, timezone);
  return useInfiniteQuery({
    queryKey: ['audit', wish],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listAudit(api, wish, pageParam, signal),
    getNextPageParam: (page) => (page.length < auditPageSize ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Days in the person's zone as instants: from its first to its last millisecond. */
export function wishOf({ noun, userId, from, to }: AuditFilter, timezone: string): AuditWish {
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
