import { calendarInputSchema, calendarQuerySchema, calendarSchema } from '@atalaia/contract/rules/calendar';
import type { App } from '../../platform/http/app-type.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-routes.ts';

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
