/** Another server that devices are forwarded to: a real TCP port that takes, hangs, closes and comes back, for tests. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

export interface MirrorReceiver {
  readonly port: number;
  /** What each connection brought so far, in hex, in the order of connecting. */
  brought(): string[];
  /** How many are connected. */
  open(): number;
  /** Reads nothing from now on, of those who connect too. */
  hang(): void;
  /** Ends every connection and listens no more. */
  close(): Promise<void>;
  /** Listens on the same port again. */
  comeBack(): Promise<void>;
}

/** `answer` is sent to whoever says something. */
export async function startMirrorReceiver(answer?: Uint8Array): Promise<MirrorReceiver> {
  let server: Server;
  let isHanging = false;
  const sockets = new Set<Socket>();
  const brought: Buffer[] = [];
  const listen = async (port: number) => {
    server = createServer((socket) => {
      const at = brought.push(Buffer.alloc(0)) - 1;
      sockets.add(socket);
      if (isHanging) socket.pause();
      else
        socket.on('data', (bytes) => {
          brought[at] = Buffer.concat([brought[at] ?? Buffer.alloc(0), bytes]);
          if (answer) socket.write(answer);
        });
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    }).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const port = await listen(0);
  return {
    port,
    brought: () => brought.map((bytes) => bytes.toString('hex')),
    open: () => sockets.size,
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
    async comeBack() {
      isHanging = false;
      await listen(port);
    },
  };
}
