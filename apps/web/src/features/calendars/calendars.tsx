import { type Calendar, calendarSchema } from '@atalaia/contract/rules/calendar';
import { newHours, weeklyHoursData } from '@atalaia/domain/time/weekly-hours';
import { lazy, Suspense } from 'react';
import { z } from 'zod';
import { requiredText, textOf } from '../../resources/form/field-values.ts';
import type { CustomFieldProps, FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';

interface CalendarValues {
  name: string;
  /** A data URL, as `CalendarFileField` makes it. */
  data: string;
}

const valuesSchema = z.object({
  name: requiredText('calendar.nameRequired'),
  // the field takes none that is broken
  data: z.string().min(1, 'calendar.dataRequired'),
});

const calendarsForm: FormDefinition<Calendar, CalendarValues> = {
  titles: { add: 'calendar.new', edit: 'calendar.edit' },
  wide: true,
  sections: [
    {
      title: 'calendar.title',
      fields: [
        { name: 'name', label: 'calendar.name', kind: 'text', required: true, wide: true },
        {
          name: 'data',
          label: 'calendar.data',
          kind: 'custom',
          Field: CalendarFormField,
          required: true,
          wide: true,
          valueText: (_, { text }) => text('calendar.stored'),
        },
      ],
    },
  ],
  schema: () => valuesSchema,
  valuesOf: (calendar, { settings }) => ({
    name: textOf(calendar?.name),
    data: calendar?.data ?? weeklyHoursData(newHours(settings.timezone, new Date().getFullYear())),
  }),
  inputOf: ({ name, data }, calendar) => ({
    name: name.trim(),
    data,
    attributes: calendar?.attributes ?? {},
  }),
};

export const calendars: Resource<Calendar, CalendarValues> = {
  title: 'calendar.title',
  path: 'calendars',
  schema: calendarSchema,
  nameOf: ({ name }) => name,
  columns: [{ key: 'name', title: 'calendar.name', sort: 'name', cell: ({ name }) => name }],
  form: calendarsForm,
};

const CalendarFileField = lazy(async () => ({
  default: (await import('./calendar-file-field.tsx')).CalendarFileField,
}));

/** What reads calendars is loaded with the first form of one, and not with every list. */
function CalendarFormField(props: CustomFieldProps<Calendar>) {
  return (
    <Suspense fallback={<Skeleton height={420} />}>
      <CalendarFileField {...props} />
    </Suspense>
  );
}
