import type { Calendar } from '@atalaia/contract/calendar';
import { z } from 'zod';
import { CalendarFormField } from '../calendars/calendar-form-field.tsx';
import { requiredText, textOf } from '../form/field-values.ts';
import type { RegisterForm } from '../form/register-form.ts';

export interface CalendarValues {
  name: string;
  /** A data URL, as `CalendarFileField` makes it. */
  data: string;
}

const valuesSchema = z.object({
  name: requiredText('calendar.nameRequired'),
  // the field takes none that is broken
  data: z.string().min(1, 'calendar.dataRequired'),
});

export const calendarsForm: RegisterForm<Calendar, CalendarValues> = {
  titles: { add: 'calendar.new', edit: 'calendar.edit' },
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
          valueText: (_, { text }) => text('calendar.stored'),
        },
      ],
    },
  ],
  schema: () => valuesSchema,
  valuesOf: (calendar) => ({ name: textOf(calendar?.name), data: textOf(calendar?.data) }),
  inputOf: ({ name, data }, calendar) => ({
    name: name.trim(),
    data,
    attributes: calendar?.attributes ?? {},
  }),
};
