import { useEffect } from 'react';
import { applyBrand } from '../../../ui/theme/brand.ts';
import { useCompany } from '../use-company.ts';

/** Restyles the interface in the company's colour (UNIT-05). Shows nothing. */
export function CompanyBrand() {
  const { company, pending } = useCompany();
  useEffect(() => {
    if (!pending) applyBrand(document.documentElement, company?.theme);
  }, [company, pending]);
  return null;
}
