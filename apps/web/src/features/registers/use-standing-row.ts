import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { type RowPlace, readRow } from './api/save-row.ts';

/** A row as it stands at this moment, with its revision: what is opened is never what a list remembers. */
export function useStandingRow<Row>(place: RowPlace<Row>, id: number | string) {
  const api = useApi();
  return useQuery({
    queryKey: ['standing-row', place.path, id],
    queryFn: ({ signal }) => readRow(api, place, id, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnReconnect: false,
    retry: false,
  });
}
