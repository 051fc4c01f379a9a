import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { fieldRefusal } from '../errors/app-error.ts';

const known: ReadonlySet<string> = new Set(eventTypes);

/**
 * The types of events that a query's `type` requests, repeated or joined by commas; undefined means all, as `allEvents`
 * does. Throws a refusal of one that no event has.
 */
export function requestedEventTypes(type: readonly string[] | undefined): readonly string[] | undefined {
  const types = type?.flatMap((text) => text.split(',')).filter((text) => text !== '');
  const unknown = types?.find((name) => name !== 'allEvents' && !known.has(name));
  if (unknown !== undefined) {
    throw fieldRefusal('invalid-input', {
      path: 'query.type',
      message: `holds no type of event: ${unknown}`,
    });
  }
  return types?.length && !types.includes('allEvents') ? types : undefined;
}
