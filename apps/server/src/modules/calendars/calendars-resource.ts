import {
  type CalendarInput,
  type CalendarQuery,
  calendarInputSchema,
  calendarQuerySchema,
  calendarSchema,
} from '@atalaia/contract/rules/calendar';
import { parseCalendar } from '@atalaia/domain/time/calendar-times';
import { sql } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { byName, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';

export const calendars: LinkedNoun<CalendarInput> = {
  noun: 'calendar',
  kind: 'calendar',
  presented: sql`l.id, l.name, l.data, l.attributes`,
  nameColumn: 'name',
  sortColumns: {
    name: byName('l.name'),
  } satisfies SortColumns<NonNullable<CalendarQuery['sort']>>,
  searchedColumns: ['name'],
  // what came to use it in the moment of its removal holds always
  ruleKinds: ['calendars', 'geofences', 'notifications'],
  columnsOf({ name, data, attributes }) {
    requireReadable(data);
    return { name, data, attributes: attributes ?? undefined };
  },
  // a file may have a megabyte
  idsPerPiece: 10,
};

function requireReadable(data: string): void {
  const read = parseCalendar(data);
  if (read.ok) return;
  const { message, line } = read;
  const where = line === undefined ? '' : ` (line ${line})`;
  throw new AppError('invalid-calendar', `The file ${message}${where}`, {
    fields: [{ path: 'data', message: message + where }],
    ...(line === undefined ? {} : { line }),
  });
}

/** A file of 1 MB in base64, and the fields beside it. */
const bodyLimit = 1_500_000;

export function calendarsRoutes(app: App, service: LinkedNounService<typeof calendarInputSchema>): void {
  linkedRoutes(app, {
    path: '/calendars',
    one: 'a calendar',
    list: 'the calendars that the caller may see, by name',
    schema: calendarSchema,
    inputSchema: calendarInputSchema,
    querySchema: calendarQuerySchema,
    service,
    bodyLimit,
  });
}
