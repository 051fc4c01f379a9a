import { type CompanyConfiguration, companyConfigurationSchema } from '@atalaia/contract/accounts/company';
import type { TextStorage } from '../../lib/storage/browser-storage.ts';

/** Read by `public/first-paint.js` too, for the brand's colour. */
export const companyCacheKey = 'atalaia.company';

/** The configuration kept for this browser session, when it is this label's and readable. */
export function readCompany(storage: TextStorage, label: string): CompanyConfiguration | undefined {
  const stored = storage.getItem(companyCacheKey);
  if (stored === null) return undefined;
  try {
    const cached: unknown = JSON.parse(stored);
    const { asked: domain, company } = cached as { asked?: unknown; company?: unknown };
    return domain === label ? companyConfigurationSchema.safeParse(company).data : undefined;
  } catch {
    return undefined; // A broken text: the server is asked again.
  }
}

/** `asked` is the label of the host: an unknown one is answered with the default brand, under its own label. */
export function cacheCompany(storage: TextStorage, domain: string, company: CompanyConfiguration): void {
  storage.setItem(companyCacheKey, JSON.stringify({ asked: domain, company }));
}
