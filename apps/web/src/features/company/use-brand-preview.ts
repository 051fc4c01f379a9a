import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { applyBrand, isBrandColour } from '../../ui/theme/brand.ts';
import { hostCompanyKey } from './use-company.ts';

/** Shows the whole interface in a colour while it is chosen; afterwards it is the host's again, as saved by then (UNIT-05). */
export function useBrandPreview(colour: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (isBrandColour(colour)) applyBrand(document.documentElement, colour);
  }, [colour]);
  useEffect(
    () => () => {
      const host = queries.getQueryData<{ readonly theme: string }>(hostCompanyKey());
      applyBrand(document.documentElement, host?.theme);
    },
    [queries],
  );
}
