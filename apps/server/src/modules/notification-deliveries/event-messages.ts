/** Events with what happened in words, for apps of the field, which show `attributes.message` as it comes. */
import type { Event } from '@atalaia/contract/rules/event';
import type { ServerValues } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import type { LiveFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readEventNames, readRecipient } from './delivery-facts-queries.ts';
import { eventWords, readingOf } from './delivery-message.ts';

export interface EventMessagesParts {
  readonly kysely: Kysely<Schema>;
  readonly readServer: () => Promise<ServerValues>;
}

/** In the language, units and zone of this person; an event that has a message keeps it. */
export type WithMessages = (
  userId: number,
  events: readonly LiveFragment[],
) => Promise<readonly LiveFragment[]>;

export function createEventMessages({ kysely, readServer }: EventMessagesParts): WithMessages {
  return async (userId, fragments) => {
    const recipient = await readRecipient(kysely, userId);
    if (!recipient) return fragments;
    const reading = readingOf(await readServer(), recipient);
    const events = fragments.map(({ json }) => JSON.parse(json) as Event);
    const names = await readEventNames(kysely, events);
    return events.map((event, at) => {
      const driver = event.attributes.driverUniqueId;
      const facts = {
        ...{ eventId: event.id, type: event.type, eventTime: event.eventTime },
        ...{ eventAttributes: event.attributes, deviceName: event.name, plate: null },
        geofenceName: names.geofences[event.geofenceId] ?? null,
        maintenanceName: names.maintenances[event.maintenanceId] ?? null,
        driverName: typeof driver === 'string' ? (names.drivers[driver] ?? null) : null,
        ...{ address: null, latitude: null, longitude: null, speed: null },
      };
      const attributes = { message: eventWords(facts, reading), ...event.attributes };
      return { ...fragments[at], deviceId: event.deviceId, json: JSON.stringify({ ...event, attributes }) };
    });
  };
}
