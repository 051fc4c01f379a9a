/**
 * One connected browser or app. Sends at once while its socket drains, else keeps the newest of each device until it
 * does: a slow reader costs a bounded outbox, never a growing queue.
 */
import { type LiveChannel, liveCloseCodes } from '@atalaia/contract/devices/live-message';
import { WebSocket } from 'ws';
import type { LiveFragment } from '../platform/bus/bus.ts';
import { createOutbox, type LiveUpdates } from './outbox.ts';

// Joins fragments that were serialised once into the channel's messages: objects of one key (WS-01).

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
  // behind all that was missed
  if (updates.live?.length) messages.push(`{"events":[],"live":[${updates.live.join(',')}]}`);
  return messages;
}

function joined(fragments: readonly { readonly json: string }[]): string {
  return fragments.map(({ json }) => json).join(',');
}

/** Bytes that may wait in the socket before a client counts as slow. */
export const slowClientBytes = 256 * 1024;
const mostQueuedEvents = 2000;
const signOfLife = '{"events":[]}';
const signWithPosition = (position: string) => `{"events":[],"since":["${position}"]}`;

export interface LiveClient {
  readonly userId: number;
  readonly tokenHash: string;
  /** It is this product's own: it knows what a removal is. */
  readonly loadsAtOpening: boolean;
  /** `text` is `messagesOf(updates)`, made once for all clients that see the same. */
  send(updates: LiveUpdates, text: readonly string[]): void;
  /** The same of updates for this client alone. */
  sendNow(updates: LiveUpdates): void;
  /** Resolves when the socket took them, or has closed: the pace of the reader. */
  sendPositions(positions: readonly LiveFragment[]): Promise<void>;
  /** Lines of the traffic; who is slow does without. */
  sendLogs(logs: readonly string[]): void;
  /** Sends what was queued if the socket has drained; true when nothing waits any more. */
  drain(): boolean;
  /**
   * Sends an empty message, since a page cannot see pings, and a ping: a client that answered
   * none since the last question is dropped. The message says how far the channel is (`LivePosition`), unless something
   * older waits to be sent still.
   */
  probe(position: string | undefined): void;
  /**
   * Sends pieces one after the other, each when the one before has left. What happens meanwhile waits for the last of
   * them, so that nothing old follows what is newer.
   */
  sendFirst(pieces: AsyncIterable<LiveUpdates>): Promise<void>;
  close(code: number, reason: string): void;
}

export interface ClientParts {
  readonly socket: WebSocket;
  readonly userId: number;
  readonly tokenHash: string;
  /**
   * It loads what there is when it connects: after events that it was too slow for it is closed, so that it connects again
   * and finds the alarms among them. Another would only begin anew.
   */
  readonly loadsAtOpening: boolean;
  readonly onQueued: () => void;
  readonly onLostEvents: (count: number) => void;
}

export function createLiveClient({
  socket,
  userId,
  tokenHash,
  loadsAtOpening,
  onQueued,
  onLostEvents,
}: ClientParts): LiveClient {
  const outbox = createOutbox(mostQueuedEvents);
  let isAlive = true;
  let isBeginning = false;
  socket.on('pong', () => {
    isAlive = true;
  });

  const isSlow = () => socket.bufferedAmount > slowClientBytes;
  const write = (messages: readonly string[]) => {
    for (const text of messages) socket.send(text);
  };

  /** Resolves when the socket took it or has closed. */
  const written = (text: string) => new Promise<void>((resolve) => socket.send(text, () => resolve()));

  const drain = () => {
    if (outbox.isEmpty) return true;
    if (isBeginning || isSlow() || socket.readyState !== WebSocket.OPEN) return false;
    const { lostEvents } = outbox;
    write(messagesOf(outbox.take()));
    if (lostEvents) onLostEvents(lostEvents);
    if (lostEvents && loadsAtOpening) close(1013, 'events were missed, connect again');
    return true;
  };
  const close = (code: number, reason: string) => {
    // apps of the field take any other number for a lost connection, and try again for ever
    const isForeignEnd = code === liveCloseCodes.signedOut && !loadsAtOpening;
    socket.close(isForeignEnd ? liveCloseCodes.signedOutOfField : code, reason);
    setTimeout(() => socket.terminate(), 2000).unref();
  };

  const send = (updates: LiveUpdates, text: readonly string[]) => {
    if (socket.readyState !== WebSocket.OPEN) return;
    if (isBeginning || isSlow() || !outbox.isEmpty) {
      outbox.add(updates);
      onQueued();
    } else {
      write(text);
    }
  };

  return {
    userId,
    tokenHash,
    loadsAtOpening,
    drain,
    send,
    sendNow(updates) {
      const text = messagesOf(updates);
      if (text.length > 0) send(updates, text);
    },
    async sendPositions(positions) {
      if (positions.length === 0 || socket.readyState !== WebSocket.OPEN) return;
      await written(`{"positions":[${positions.map(({ json }) => json).join(',')}]}`);
    },
    sendLogs(logs) {
      if (logs.length === 0 || isBeginning || isSlow() || socket.readyState !== WebSocket.OPEN) return;
      socket.send(`{"logs":[${logs.join(',')}]}`);
    },
    probe(position) {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
      if (isSlow() || socket.readyState !== WebSocket.OPEN) return;
      const carriesPosition = loadsAtOpening && position !== undefined && outbox.isEmpty;
      socket.send(carriesPosition ? signWithPosition(position) : signOfLife);
    },
    async sendFirst(pieces) {
      isBeginning = true;
      try {
        for await (const piece of pieces) {
          if (socket.readyState !== WebSocket.OPEN) return;
          for (const text of messagesOf(piece)) await written(text);
        }
      } finally {
        isBeginning = false;
      }
    },
    close,
  };
}
