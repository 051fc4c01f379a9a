import { type HandledEvent, handledEventSchema } from '@atalaia/contract/rules/event';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { useApi } from '../../../lib/api/api-context.ts';
import { useSettings } from '../../../lib/settings/settings-context.ts';

export interface HandledFilter {
  readonly keyword: string;
  readonly deviceId: string;
  readonly userId: string;
  readonly types: readonly string[];
  /** Days as they are typed; what is no day yet requests nothing. Both are within. */
  readonly from: string;
  readonly to: string;
}

export const noFilter: HandledFilter = Object.freeze({
  ...{ keyword: '', deviceId: '', userId: '', types: [], from: '', to: '' },
});

const pageSize = 100;
const dayMs = 86_400_000;

/** The query of a filter: days in the person's zone as instants. */
export function queryOf(filter: HandledFilter, timezone: string) {
  const { keyword, deviceId, userId, types, from, to } = filter;
  const start = parseFormInstant(from, timezone);
  const last = parseFormInstant(to, 'UTC');
  // a day of a zone may have 23 hours, or 25
  const end =
    last === undefined
      ? undefined
      : parseFormInstant(formatInstant(last + dayMs, 'formDate', 'UTC'), timezone);
  return {
    ...(keyword.trim() !== '' && { keyword: keyword.trim() }),
    ...(deviceId !== '' && { deviceId }),
    ...(userId !== '' && { userId }),
    ...(types.length > 0 && { type: types }),
    ...(start !== undefined && { from: new Date(start).toISOString() }),
    ...(end !== undefined && { to: new Date(end - 1).toISOString() }),
  };
}

/** Handled events as far as they were requested, the last handled first. */
export function useHandledEvents(filter: HandledFilter) {
  const api = useApi();
  const { timezone } = useSettings();
  const query = queryOf(filter, timezone);
  return useInfiniteQuery({
    queryKey: ['handled-events', query],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }): Promise<HandledEvent[]> =>
      api.json(
        { path: 'events/handled', query: { ...query, limit: pageSize, offset: pageParam }, signal },
        z.array(handledEventSchema),
      ),
    getNextPageParam: (page, pages) => (page.length < pageSize ? undefined : pages.length * pageSize),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
