/** Joins fragments that were serialised once into the channel's messages: objects of one key (WS-01). */
import type { LiveChannel } from '@atalaia/contract/live-message';
import type { LiveFragment } from '../bus/bus.ts';
import type { LiveBatch } from './outbox.ts';

const message = (channel: LiveChannel, fragments: readonly LiveFragment[]) =>
  `{"${channel}":[${fragments.map((fragment) => fragment.json).join(',')}]}`;

/** The messages of one batch: devices first, so that a position or event never names one not yet told. */
export function messagesOf(batch: LiveBatch): string[] {
  const messages: string[] = [];
  if (batch.devices.length) messages.push(message('devices', batch.devices));
  if (batch.positions.length) messages.push(message('positions', batch.positions));
  if (batch.events.length) messages.push(message('events', batch.events));
  return messages;
}
