/** Joins fragments that were serialised once into the channel's messages: objects of one key (WS-01). */
import type { LiveChannel } from '@atalaia/contract/devices/live-message';
import type { LiveUpdates } from './outbox.ts';

/** Devices first, so that a position, event or case never names one not yet told. */
const order: readonly LiveChannel[] = ['devices', 'positions', 'events', 'sinisters', 'customers'];

/** The messages of one batch. */
export function messagesOf(updates: LiveUpdates): string[] {
  const messages: string[] = [];
  for (const channel of order) {
    const fragments = updates[channel];
    if (fragments?.length) messages.push(`{"${channel}":[${joined(fragments)}]}`);
  }
  // an app that knows the five channels alone reads these two as no news: the event itself was told as such
  if (updates.deliveries?.length) messages.push(`{"events":[],"notices":[${joined(updates.deliveries)}]}`);
  const removed = updates.removedDeviceIds;
  if (removed?.length) messages.push(`{"devices":[],"removedDeviceIds":[${removed.join(',')}]}`);
  return messages;
}

function joined(fragments: readonly { readonly json: string }[]): string {
  return fragments.map(({ json }) => json).join(',');
}
