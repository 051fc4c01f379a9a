import { type Calendar, calendarSchema } from '@atalaia/contract/calendar';
import type { Register } from '../register.ts';

export const calendars: Register<Calendar> = {
  title: 'calendar.title',
  path: 'calendars',
  schema: calendarSchema,
  nameOf: ({ name }) => name,
  columns: [{ key: 'name', title: 'calendar.name', cell: ({ name }) => name }],
};
