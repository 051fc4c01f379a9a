/** Someone who looks at the live channel, and what he was shown. */
import type { LiveMessage } from '@atalaia/contract/devices/live-message';
import { WebSocket } from 'ws';

export interface ViewerPlan {
  readonly token: string;
  readonly deviceIds: readonly number[];
}

export interface Viewer {
  readonly deviceIds: readonly number[];
  /** Fix time of the newest position shown of a device, ms since 1970 UTC. */
  newestFixMs(deviceId: number): number | undefined;
  /** Reads nothing more from the network. */
  stall(): void;
  resume(): void;
  /** Bytes of messages so far. */
  readonly receivedBytes: number;
  close(): void;
}

export interface ViewerParts extends ViewerPlan {
  readonly origin: string;
  onPosition(deviceId: number, fixTimeMs: number): void;
  /** The server or the network ended the connection. */
  onLost(reason: Error): void;
}

/** Resolves when the server has accepted the connection. */
export async function connectViewer(parts: ViewerParts): Promise<Viewer> {
  const { origin, token, deviceIds, onPosition, onLost } = parts;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/socket?b=${token}&snapshot=none`);
  const newest = new Map<number, number>();
  let receivedBytes = 0;
  let closing = false;
  socket.on('message', (data: Buffer) => {
    receivedBytes += data.length;
    const { positions = [] } = JSON.parse(data.toString()) as LiveMessage;
    for (const { deviceId, fixTime } of positions) {
      const fixTimeMs = Date.parse(fixTime);
      if (fixTimeMs > (newest.get(deviceId) ?? 0)) newest.set(deviceId, fixTimeMs);
      onPosition(deviceId, fixTimeMs);
    }
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('error', onLost);
  socket.on('close', (code) => closing || onLost(new Error(`a viewer was closed with ${code}`)));
  return {
    deviceIds,
    newestFixMs: (deviceId) => newest.get(deviceId),
    stall: () => socket.pause(),
    resume: () => socket.resume(),
    get receivedBytes() {
      return receivedBytes;
    },
    close() {
      closing = true;
      socket.terminate();
    },
  };
}
