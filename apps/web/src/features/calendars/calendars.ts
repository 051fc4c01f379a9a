import { type Calendar, calendarSchema } from '@atalaia/contract/rules/calendar';
import { z } from 'zod';
import { requiredText, textOf } from '../../resources/form/field-values.ts';
import type { FormDefinition } from '../../resources/form/form-definition.ts';
import type { Resource } from '../../resources/resource.ts';
import { CalendarFormField } from './calendar-form-field.tsx';

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

export const calendars: Resource<Calendar, CalendarValues> = {
  title: 'calendar.title',
  path: 'calendars',
  schema: calendarSchema,
  nameOf: ({ name }) => name,
  columns: [{ key: 'name', title: 'calendar.name', sort: 'name', cell: ({ name }) => name }],
  form: calendarsForm,
};
