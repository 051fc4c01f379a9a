import { type CompanyConfiguration, companyConfigurationSchema } from '@atalaia/contract/accounts/company';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../../lib/api/api-client.ts';
import { useApi } from '../../lib/api/api-context.ts';
import { browserStorage, type TextStorage } from '../../lib/storage/browser-storage.ts';

const storage = browserStorage(() => window.sessionStorage);

/** Where the configuration of this host is kept: beside the list of companies, so that a change of one is asked for again. */
export const hostCompanyKey = () => ['companies', companyLabelOf(window.location.hostname)] as const;

/** The next question goes to the server: what this browser keeps may have been changed here. */
export function forgetCompany(): void {
  storage.removeItem(companyCacheKey);
}

/** The company of this host, once it was asked for; its id is 0 where nobody made it. */
export function hostCompany(): CompanyConfiguration | undefined {
  const label = companyLabelOf(window.location.hostname);
  return label === undefined ? undefined : readCompany(storage, label);
}

export interface CompanyState {
  /** Undefined while it is requested, and for the default brand. */
  readonly company: CompanyConfiguration | undefined;
  readonly pending: boolean;
}

/** The company whose host this is, requested once a browser session (AUTH-10). A failure means the default brand. */
export function useCompany(): CompanyState {
  const api = useApi();
  const label = companyLabelOf(window.location.hostname);
  const { data, isPending, fetchStatus } = useQuery({
    queryKey: hostCompanyKey(),
    enabled: label !== undefined,
    queryFn: async () => {
      const company = await getCompany(api, label ?? '');
      cacheCompany(storage, label ?? '', company);
      return company;
    },
    initialData: () => (label === undefined ? undefined : readCompany(storage, label)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  return { company: data, pending: isPending && fetchStatus === 'fetching' };
}

/** `GET company/configurations/{label}`, open to strangers. */
function getCompany(api: ApiClient, label: string): Promise<CompanyConfiguration> {
  const path = `company/configurations/${encodeURIComponent(label)}`;
  return api.json({ path, anonymous: true }, companyConfigurationSchema);
}

/** Read by `public/first-paint.js` too, for the brand's colour. */
export const companyCacheKey = 'atalaia.company';

/** The configuration kept for this browser session, when it is this label's and readable. */
export function readCompany(storage: TextStorage, label: string): CompanyConfiguration | undefined {
  const stored = storage.getItem(companyCacheKey);
  if (stored === null) return undefined;
  try {
    const cached: unknown = JSON.parse(stored);
    const { requested: domain, company } = cached as { requested?: unknown; company?: unknown };
    return domain === label ? companyConfigurationSchema.safeParse(company).data : undefined;
  } catch {
    return undefined; // A broken text: the server is asked again.
  }
}

/** `asked` is the label of the host: an unknown one is answered with the default brand, under its own label. */
export function cacheCompany(storage: TextStorage, domain: string, company: CompanyConfiguration): void {
  storage.setItem(companyCacheKey, JSON.stringify({ requested: domain, company }));
}

/**
 * The company's label: the first label of the host name (AUTH-10). A bare IP host has none: its first number names
 * nobody (ROLE-03).
 */
export function companyLabelOf(hostName: string): string | undefined {
  const isAddress = /^[\d.]+$/.test(hostName) || hostName.includes(':');
  const [label] = hostName.toLowerCase().split('.');
  return isAddress || !label ? undefined : label;
}
