import type { AuditNoun } from '@atalaia/contract/audit-line';
import { instantOfLocal } from '@atalaia/domain/zoned-time';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';
import { type AuditWish, auditPageSize, listAudit } from './api/list-audit.ts';

export interface AuditFilter {
  readonly noun: AuditNoun | null;
  readonly userId: number | null;
  /** Days as a date field writes them, `2026-11-21`; '' for none. Both are within. */
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
  const start = dayStartMs(from, 0, timezone);
  const end = dayStartMs(to, 1, timezone);
  return {
    noun,
    userId,
    from: start === undefined ? undefined : new Date(start).toISOString(),
    to: end === undefined ? undefined : new Date(end - 1).toISOString(),
  };
}

function dayStartMs(text: string, daysLater: number, timezone: string): number | undefined {
  const read = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!read) return undefined;
  const [year = 0, month = 0, day = 0] = read.slice(1).map(Number);
  const date = new Date(Date.UTC(year, month - 1, day + daysLater));
  return instantOfLocal(
    {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: 0,
      minute: 0,
      second: 0,
    },
    timezone,
  );
}
