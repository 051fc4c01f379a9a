import type { Geofence } from '@atalaia/contract/geofence';
import { lazy, Suspense } from 'react';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { CustomFieldProps } from '../form/register-form.ts';

const AreaField = lazy(async () => ({ default: (await import('./area-field.tsx')).AreaField }));

/** What draws is loaded with the first form of a geofence, and not with every list. */
export function AreaFormField(props: CustomFieldProps<Geofence>) {
  return (
    <Suspense fallback={<Skeleton height={520} />}>
      <AreaField {...props} />
    </Suspense>
  );
}
