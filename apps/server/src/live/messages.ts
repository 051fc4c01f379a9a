/** Joins fragments that were serialised once into the channel's messages: objects of one key (WS-01). */
import type { LiveChannel } from '@atalaia/contract/devices/live-message';
import type { LiveNews } from './outbox.ts';

/** Devices first, so that a position, event or case never names one not yet told. */
const order: readonly LiveChannel[] = ['devices', 'positions', 'events', 'sinisters', 'customers'];

/** The messages of one batch. */
export function messagesOf(news: LiveNews): string[] {
  const messages: string[] = [];
  for (const channel of order) {
    const fragments = news[channel];
    if (fragments?.length) messages.push(`{"${channel}":[${joined(fragments)}]}`);
  }
  // an app that knows the five channels alone reads these two as no news: the event itself was told as such
  if (news.notices?.length) messages.push(`{"events":[],"notices":[${joined(news.notices)}]}`);
  const removed = news.removedDeviceIds;
  if (removed?.length) messages.push(`{"devices":[],"removedDeviceIds":[${removed.join(',')}]}`);
  return messages;
}

function joined(fragments: readonly { readonly json: string }[]): string {
  return fragments.map(({ json }) => json).join(',');
}
