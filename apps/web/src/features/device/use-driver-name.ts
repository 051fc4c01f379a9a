import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../lib/api/api-context.ts';
import { findDriver } from './api/find-driver.ts';

/** How long a driver's name is trusted, ms. */
const freshMs = 300_000;

/** The name of who drives, by what the position tells of him; undefined when it tells nothing, or nobody known. */
export function useDriverName(driverUniqueId: string | undefined): string | undefined {
  const api = useApi();
  const { data } = useQuery({
    queryKey: ['drivers', 'unique', driverUniqueId],
    queryFn: ({ signal }) => findDriver(api, driverUniqueId ?? '', signal),
    enabled: Boolean(driverUniqueId),
    staleTime: freshMs,
  });
  return driverUniqueId ? data?.name : undefined;
}
