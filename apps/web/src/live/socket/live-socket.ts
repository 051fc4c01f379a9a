/** Keeps one WebSocket to the server open for as long as someone is signed in (WS-02). */
import { liveCloseCodes, liveSilenceMs } from '@atalaia/contract/devices/live-message';

/** Never longer than this between two attempts, ms (WS-02). */
export const longestReconnectMs = 60_000;

const firstReconnectMs = 1000;

/**
 * How long to wait before attempt `attempt` (0 is the first after a loss): 1 s, doubling, at most 60 s. `random` (0–1)
 * takes up to half of it away, so that a server that comes back is not met by every browser in the same moment.
 */
export function reconnectDelayMs(attempt: number, random: number): number {
  const fullMs = Math.min(longestReconnectMs, firstReconnectMs * 2 ** Math.min(attempt, 16));
  return Math.round(fullMs * (1 - random / 2));
}

/** Those whom the server sent away in one moment come back over so many ms. */
const sentAwayOverMs = 5000;

/** How long to wait after the server closed a connection that held, as it did with all others. `random` is 0–1. */
function sentAwayDelayMs(random: number): number {
  return Math.round(sentAwayOverMs * random);
}

export interface LiveSocketParts {
  /** Opens the socket of the person signed in now; `gapMs` is how long nothing was received, absent at first. */
  readonly open: (gapMs: number | undefined) => WebSocket;
  readonly onOpen: () => void;
  readonly onText: (text: string) => void;
  /** The connection was lost or could not be made. Said once, until the next `onOpen`. */
  readonly onLost: () => void;
  /** An attempt failed before the socket opened: a refused token looks the same as a dead network. */
  readonly onAttemptFailed: () => void;
  /** When the next attempt is made, ms since 1970. */
  readonly onRetryPlanned: (atMs: number) => void;
  /** The server says that this session is over; no further attempt follows. */
  readonly onSignedOut: () => void;
  /** 0–1. */
  readonly random: () => number;
}

export interface LiveSocket {
  start(): void;
  stop(): void;
  /** Does not wait any longer: the network is reported as back. */
  retryNow(): void;
  /** The browser reports no network: does not wait until the connection has been silent for long. */
  giveUpLine(): void;
}

/** RFC 6455's registry: the server cannot serve now, nor anybody else who was connected. */
const tryAgainCode = 1013;

/** The server is never silent for half as long: the line is dead, whatever the browser thinks of it. */
const patienceMs = 2.5 * liveSilenceMs;

export function createLiveSocket(parts: LiveSocketParts): LiveSocket {
  let socket: WebSocket | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setInterval> | undefined;
  let failures = 0;
  let isLossReported = false;
  let receivedMs: number | undefined;

  function connect(): void {
    timer = undefined;
    let opened = false;
    const mine = parts.open(receivedMs === undefined ? undefined : Math.max(0, Date.now() - receivedMs));
    socket = mine;
    mine.onopen = () => {
      opened = true;
      failures = 0;
      isLossReported = false;
      receivedMs = Date.now();
      watch = setInterval(endWhenSilent, liveSilenceMs / 2);
      parts.onOpen();
    };
    mine.onmessage = ({ data }) => {
      receivedMs = Date.now();
      if (typeof data === 'string') parts.onText(data);
    };
    mine.onclose = ({ code }) => {
      forget();
      if (code === liveCloseCodes.signedOut) return parts.onSignedOut();
      // What the person may see changed: connecting again loads it, and nothing was lost.
      if (code === liveCloseCodes.visibilityChanged) return connect();
      if (!opened) parts.onAttemptFailed();
      reportLoss();
      if (opened && code === tryAgainCode) retryAfter(sentAwayDelayMs(parts.random()));
      else retryLater();
    };
  }

  function forget(): void {
    clearInterval(watch);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket = undefined;
  }

  function endWhenSilent(): void {
    if (receivedMs !== undefined && Date.now() - receivedMs < patienceMs) return;
    end();
  }

  function end(): void {
    const former = socket;
    forget();
    former?.close();
    reportLoss();
    retryLater();
  }

  function reportLoss(): void {
    if (isLossReported) return;
    isLossReported = true;
    parts.onLost();
  }

  function retryLater(): void {
    retryAfter(reconnectDelayMs(failures, parts.random()));
    failures += 1;
  }

  function retryAfter(delayMs: number): void {
    timer = setTimeout(connect, delayMs);
    parts.onRetryPlanned(Date.now() + delayMs);
  }

  return {
    start() {
      if (socket || timer !== undefined) return;
      failures = 0;
      isLossReported = false;
      receivedMs = undefined;
      connect();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
      const mine = socket;
      forget();
      mine?.close();
    },
    retryNow() {
      if (timer === undefined) return;
      clearTimeout(timer);
      connect();
    },
    giveUpLine() {
      if (socket) end();
    },
  };
}
