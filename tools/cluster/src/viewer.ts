/** Someone before a screen: connected to one web process or through the proxy, he comes again by himself. */
import type { LiveMessage } from '@atalaia/contract/devices/live-message';

export interface Shown {
  readonly fixTimeMs: number;
  /** When it came here, ms of `performance.now`. */
  readonly atMs: number;
}

export interface Viewer {
  readonly isConnected: boolean;
  /** Codes of the connections that ended, the newest last. */
  readonly closes: readonly number[];
  /** The newest position of a device that was shown. */
  newest(deviceId: number): Shown | undefined;
  /** When a position of the device came last, of whatever time; ms of `performance.now`. */
  lastMs(deviceId: number): number | undefined;
  /** Devices that it was told are not to be seen any more. */
  readonly removed: ReadonlySet<number>;
  /** Events by their numbers, as often as each came. */
  readonly events: ReadonlyMap<number, number>;
  /** What the channel said of itself last: whether news of every process arrive. */
  readonly isLive: boolean;
  close(): void;
}

const againMs = 200;

export function openViewer(origin: string, token: string): Viewer {
  const newest = new Map<number, Shown>();
  const last = new Map<number, number>();
  const events = new Map<number, number>();
  const removed = new Set<number>();
  const closes: number[] = [];
  let isLive = true;
  let socket: WebSocket | undefined;
  let isConnected = false;
  let isClosed = false;

  function take(message: LiveMessage): void {
    const atMs = performance.now();
    for (const { deviceId, fixTime } of message.positions ?? []) {
      const fixTimeMs = Date.parse(fixTime);
      last.set(deviceId, atMs);
      if (fixTimeMs > (newest.get(deviceId)?.fixTimeMs ?? 0)) newest.set(deviceId, { fixTimeMs, atMs });
    }
    for (const { id } of message.events ?? []) events.set(id, (events.get(id) ?? 0) + 1);
    for (const id of message.removedDeviceIds ?? []) removed.add(id);
    isLive = message.live?.at(-1) ?? isLive;
  }

  function open(): void {
    if (isClosed) return;
    const opened = new WebSocket(`${origin.replace('http', 'ws')}/api/socket?b=${token}`);
    socket = opened;
    opened.addEventListener('open', () => {
      isConnected = true;
      isLive = true;
    });
    opened.addEventListener('message', ({ data }) => take(JSON.parse(String(data))));
    opened.addEventListener('error', () => undefined);
    opened.addEventListener('close', ({ code }) => {
      isConnected = false;
      closes.push(code);
      setTimeout(open, againMs);
    });
  }
  open();

  return {
    get isConnected() {
      return isConnected;
    },
    closes,
    newest: (deviceId) => newest.get(deviceId),
    lastMs: (deviceId) => last.get(deviceId),
    removed,
    events,
    get isLive() {
      return isLive;
    },
    close() {
      isClosed = true;
      socket?.close();
    },
  };
}
