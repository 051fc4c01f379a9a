/** Connections to the web port that say nothing and are only held, in a process of its own. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { runInChild } from '../process/run-in-child.ts';

export interface HeldLoad {
  readonly port: number;
  readonly connections: number;
  /** Number of the first address that they come from: 127.0.n.1. */
  readonly network: number;
}

export interface HeldResult {
  /** Connections that the server took. */
  readonly connected: number;
  /** Those that it has not ended since. */
  readonly left: number;
}

/** As many come from one address, so that none runs out of ports. */
const perAddress = 500;
const atOnce = 200;

runInChild<HeldLoad, HeldResult, 'held'>(async ({ port, connections, network }, parent) => {
  const sockets = new Set<Socket>();
  let opened = 0;
  let connected = 0;
  const open = async () => {
    while (opened < connections) {
      const localAddress = `127.0.${network}.${1 + Math.floor(opened++ / perAddress)}`;
      const socket = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      socket.resume();
      const isConnected = once(socket, 'connect').then(() => true);
      if (await Promise.race([isConnected, once(socket, 'close').then(() => false)])) connected += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, open));
  parent.send('held');
  if (!parent.stop.aborted) await once(parent.stop, 'abort');
  return { connected, left: sockets.size };
});
