import { type Calendar, calendarSchema } from '@atalaia/contract/calendar';
import type { Register } from '../register.ts';
import { type CalendarValues, calendarsForm } from './calendars-form.ts';

export const calendars: Register<Calendar, CalendarValues> = {
  title: 'calendar.title',
  path: 'calendars',
  schema: calendarSchema,
  nameOf: ({ name }) => name,
  columns: [{ key: 'name', title: 'calendar.name', sort: 'name', cell: ({ name }) => name }],
  form: calendarsForm,
};
