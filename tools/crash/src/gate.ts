/** A way between two programs that can be closed, made silent, or cut on one side only. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

export interface Gate {
  readonly port: number;
  /** `refused`: connections are reset and no new one is taken. `silent`: they stand, and no byte passes. */
  set(way: 'open' | 'refused' | 'silent'): Promise<void>;
  /** Ends every connection for who came; the other side hears nothing of it, and keeps it. */
  halfOpen(): number;
  close(): void;
}

export async function openGate(to: NetConnectOpts): Promise<Gate> {
  let way: 'open' | 'refused' | 'silent' = 'open';
  const pairs = new Set<readonly [Socket, Socket]>();
  const kept = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(to);
    const pair = [near, far] as const;
    pairs.add(pair);
    const pass = (from: Socket, on: Socket) => {
      from.on('data', (bytes) => {
        if (!on.write(bytes)) from.pause();
      });
      on.on('drain', () => way !== 'silent' && from.resume());
      from.on('error', () => undefined);
      from.on('close', () => {
        if (!pairs.delete(pair) && kept.has(on)) return;
        on.destroy();
      });
      if (way === 'silent') from.pause();
    };
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async set(next) {
      if (way === 'refused' && next !== 'refused') {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
      if (next === 'refused' && way !== 'refused') server.close();
      way = next;
      for (const [near, far] of [...pairs]) {
        if (next === 'refused') {
          near.resetAndDestroy();
          far.destroy();
        } else for (const side of [near, far]) side[next === 'silent' ? 'pause' : 'resume']();
      }
    },
    halfOpen() {
      const cut = [...pairs];
      for (const pair of cut) {
        const [near, far] = pair;
        pairs.delete(pair);
        kept.add(far);
        far.once('close', () => kept.delete(far));
        near.destroy();
      }
      return cut.length;
    },
    close() {
      server.close();
      for (const side of [...[...pairs].flat(), ...kept]) side.destroy();
    },
  };
}
