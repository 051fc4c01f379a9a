/**
 * One connected browser or app. Sends at once while its socket drains, else keeps the newest of each device until it
 * does: a slow reader costs a bounded outbox, never a growing queue.
 */
import { WebSocket } from 'ws';
import { messagesOf } from './messages.ts';
import { createOutbox, type LiveNews } from './outbox.ts';

/** Bytes that may wait in the socket before a client counts as slow. */
export const slowClientBytes = 256 * 1024;
const maxHeldEvents = 2000;
const signOfLife = '{"events":[]}';

export interface LiveClient {
  readonly userId: number;
  readonly tokenHash: string;
  /** `text` is `messagesOf(news)`, made once for all clients that see the same. */
  send(news: LiveNews, text: readonly string[]): void;
  /** Sends what was held if the socket has drained; true when nothing waits any more. */
  drain(): boolean;
  /**
   * Gives a sign of life, a message without news, since a page cannot see pings; and asks for one: a client that gave
   * none since the last question is dropped.
   */
  probe(): void;
  close(code: number, reason: string): void;
}

export interface ClientParts {
  readonly socket: WebSocket;
  readonly userId: number;
  readonly tokenHash: string;
  readonly onHeld: () => void;
  readonly onLostEvents: (count: number) => void;
}

export function createLiveClient({
  socket,
  userId,
  tokenHash,
  onHeld,
  onLostEvents,
}: ClientParts): LiveClient {
  const outbox = createOutbox(maxHeldEvents);
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });

  const isSlow = () => socket.bufferedAmount > slowClientBytes;
  const write = (messages: readonly string[]) => {
    for (const text of messages) socket.send(text);
  };

  const drain = () => {
    if (outbox.isEmpty) return true;
    if (isSlow() || socket.readyState !== WebSocket.OPEN) return false;
    if (outbox.lostEvents) onLostEvents(outbox.lostEvents);
    write(messagesOf(outbox.take()));
    return true;
  };

  return {
    userId,
    tokenHash,
    drain,
    send(news, text) {
      if (socket.readyState !== WebSocket.OPEN) return;
      if (isSlow() || !outbox.isEmpty) {
        outbox.hold(news);
        onHeld();
      } else {
        write(text);
      }
    },
    probe() {
      if (!isAlive) return socket.terminate();
      isAlive = false;
      socket.ping();
      if (!isSlow() && socket.readyState === WebSocket.OPEN) socket.send(signOfLife);
    },
    close(code, reason) {
      socket.close(code, reason);
      setTimeout(() => socket.terminate(), 2000).unref();
    },
  };
}
