import type { Calendar } from '@atalaia/contract/rules/calendar';
import { lazy, Suspense } from 'react';
import type { CustomFieldProps } from '../../resources/form/form-definition.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

const CalendarFileField = lazy(async () => ({
  default: (await import('./calendar-file-field.tsx')).CalendarFileField,
}));

/** What reads calendars is loaded with the first form of one, and not with every list. */
export function CalendarFormField(props: CustomFieldProps<Calendar>) {
  return (
    <Suspense fallback={<Skeleton height={72} />}>
      <CalendarFileField {...props} />
    </Suspense>
  );
}
