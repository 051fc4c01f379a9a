/** A tracker's end of a TCP connection, for tests. */
import { connect, type Socket } from 'node:net';

export interface TrackerClient {
  readonly socket: Socket;
  send(...packets: readonly Uint8Array[]): void;
  /** Everything received so far. */
  received(): Buffer;
  /** Waits until so many bytes came in all; rejects when the connection closes before, or after 10 s. */
  read(bytes: number): Promise<Buffer>;
  /** Resolves when the server closed the connection. */
  readonly closed: Promise<void>;
  end(): void;
}

/** From this address of the machine itself: to the server another one is another tracker's. */
export async function connectTracker(port: number, localAddress = '127.0.0.1'): Promise<TrackerClient> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let bytes = Buffer.alloc(0);
  let isClosed = false;
  let wake = () => {};
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
    wake();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      isClosed = true;
      resolve();
      wake();
    });
  });
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    socket,
    send: (...packets) => socket.write(Buffer.concat(packets)),
    received: () => bytes,
    async read(count) {
      const deadlineMs = Date.now() + 10_000;
      while (bytes.length < count) {
        if (isClosed) throw new Error(`closed after ${bytes.length} of ${count} bytes`);
        if (Date.now() > deadlineMs) throw new Error(`only ${bytes.length} of ${count} bytes came`);
        await new Promise<void>((resolve) => {
          wake = resolve;
          setTimeout(resolve, 500);
        });
      }
      return bytes;
    },
    closed,
    end: () => socket.destroy(),
  };
}
