/** Joins fragments that were serialised once into the channel's messages: objects of one key (WS-01). */
import type { LiveChannel } from '@atalaia/contract/devices/live-message';
import type { LiveUpdates } from './outbox.ts';

/** Devices first, so that a position, event or sinister never names one not yet sent. */
const order: readonly LiveChannel[] = ['devices', 'positions', 'events', 'sinisters', 'customers'];

/** The messages of one batch. */
export function messagesOf(updates: LiveUpdates): string[] {
  const messages: string[] = [];
  for (const channel of order) {
    const fragments = updates[channel];
    if (fragments?.length) messages.push(`{"${channel}":[${joined(fragments)}]}`);
  }
  // a client that knows only the five channels reads these two as empty; it has got the event itself
  if (updates.deliveries?.length) messages.push(`{"events":[],"notices":[${joined(updates.deliveries)}]}`);
  if (updates.blocks?.length) messages.push(`{"blocks":[${joined(updates.blocks)}]}`);
  if (updates.alarms?.length) messages.push(`{"alarms":[${joined(updates.alarms)}]}`);
  if (updates.deskNotices?.length) messages.push(`{"deskNotices":[${joined(updates.deskNotices)}]}`);
  if (updates.handlings?.length) messages.push(`{"handlings":[${joined(updates.handlings)}]}`);
  if (updates.deskLists?.length) messages.push(JSON.stringify({ deskLists: updates.deskLists }));
  const removed = updates.removedDeviceIds;
  if (removed?.length) messages.push(`{"devices":[],"removedDeviceIds":[${removed.join(',')}]}`);
  return messages;
}

function joined(fragments: readonly { readonly json: string }[]): string {
  return fragments.map(({ json }) => json).join(',');
}
