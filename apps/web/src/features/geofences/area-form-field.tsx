import type { Geofence } from '@atalaia/contract/rules/geofence';
import { lazy, Suspense } from 'react';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const AreaField = lazy(async () => ({ default: (await import('./area-field.tsx')).AreaField }));

/** What draws is loaded with the first form of a geofence, and not with every list. */
export function AreaFormField(props: CustomFieldProps<Geofence>) {
  return (
    <Suspense fallback={<Skeleton height={520} />}>
      <AreaField {...props} />
    </Suspense>
  );
}
