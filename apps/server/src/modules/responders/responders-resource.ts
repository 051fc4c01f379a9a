import {
  type ResponderInput,
  type ResponderQuery,
  responderInputSchema,
  responderQuerySchema,
  responderSchema,
} from '@atalaia/contract/rules/responder';
import { sql } from 'kysely';
import type { App } from '../../platform/http/app-type.ts';
import { byName, byText, byValue, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import { type LinkedNounService, linkedRoutes } from '../../resources/linked/linked-service.ts';

export function respondersRoutes(app: App, service: LinkedNounService<typeof responderInputSchema>): void {
  linkedRoutes(app, {
    path: '/responders',
    one: 'a provider or agent of the prompt response',
    list: 'the prompt response that the caller may see, by name',
    schema: responderSchema,
    inputSchema: responderInputSchema,
    querySchema: responderQuerySchema,
    service,
  });
}

export const responders: LinkedNoun<ResponderInput> = {
  noun: 'responder',
  kind: 'responder',
  presented: sql`l.id, l.name, l.kind, l.phone, l.other_phone AS "otherPhone", l.area, l.hours, l.latitude, l.longitude,
    coalesce(l.device_id, 0) AS "deviceId", l.call_out_cents AS "callOutCents", l.km_cents AS "kmCents",
    l.authorization_number AS "authorizationNumber", l.authorized_until::text AS "authorizedUntil", l.attributes`,
  nameColumn: 'name',
  sortColumns: {
    name: byName('l.name'),
    kind: byName('l.kind'),
    area: byText(sql`l.area`),
    authorizedUntil: byValue('l.authorized_until'),
  } satisfies SortColumns<NonNullable<ResponderQuery['sort']>>,
  searchedColumns: ['name', 'phone', 'other_phone', 'area'],
  ruleKinds: [],
  columnsOf: (input) => ({
    name: input.name,
    kind: input.kind,
    phone: input.phone,
    other_phone: input.otherPhone,
    area: input.area,
    hours: input.hours,
    latitude: input.latitude,
    longitude: input.longitude,
    device_id: input.deviceId === undefined ? undefined : input.deviceId || null,
    call_out_cents: input.callOutCents,
    km_cents: input.kmCents,
    authorization_number: input.authorizationNumber,
    authorized_until: input.authorizedUntil,
    attributes: input.attributes ?? undefined,
  }),
};
