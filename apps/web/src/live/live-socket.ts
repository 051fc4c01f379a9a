/** Keeps one WebSocket to the server open for as long as someone is signed in (WS-02). */
import { liveCloseCodes } from '@atalaia/contract/live-message';
import { reconnectDelayMs } from './reconnect-delay.ts';

export interface LiveSocketParts {
  /** Opens the socket of the person signed in now. */
  readonly open: () => WebSocket;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** The connection was lost or could not be made. Said once, until the next `onOpen`. */
  readonly onLost: () => void;
  /** An attempt failed before the socket opened: a refused token looks the same as a dead network. */
  readonly onAttemptFailed: () => void;
  /** The server says that this session is over; no further attempt follows. */
  readonly onSignedOut: () => void;
  /** 0–1. */
  readonly random: () => number;
}

export interface LiveSocket {
  start(): void;
  stop(): void;
  /** Does not wait any longer: the network is said to be back. */
  retryNow(): void;
}

export function createLiveSocket(parts: LiveSocketParts): LiveSocket {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let lossSaid = false;

  function connect(): void {
    timer = undefined;
    let opened = false;
    const mine = parts.open();
    socket = mine;
    mine.onopen = () => {
      opened = true;
      failures = 0;
      lossSaid = false;
      parts.onOpen();
    };
    mine.onmessage = ({ data }) => {
      if (typeof data === 'string') parts.onText(data);
    };
    mine.onclose = ({ code }) => {
      socket = undefined;
      if (code === liveCloseCodes.signedOut) return parts.onSignedOut();
      // What the person may see changed: connecting again loads it, and nothing was lost.
      if (code === liveCloseCodes.sightChanged) return connect();
      if (!opened) parts.onAttemptFailed();
      sayLost();
      retryLater();
    };
  }

  function sayLost(): void {
    if (lossSaid) return;
    lossSaid = true;
    parts.onLost();
  }

  function retryLater(): void {
    timer = setTimeout(connect, reconnectDelayMs(failures, parts.random()));
    failures += 1;
  }

  return {
    start() {
      if (socket || timer !== undefined) return;
      failures = 0;
      lossSaid = false;
      connect();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      if (!socket) return;
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
      socket = undefined;
    },
    retryNow() {
      if (timer === undefined) return;
      clearTimeout(timer);
      connect();
    },
  };
}
