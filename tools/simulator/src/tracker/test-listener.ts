/** A listener for tests: the server's own decoder behind a socket, with a say in what is stored and answered. */
import { createServer, type Server, type Socket } from 'node:net';
import type { DecodedPosition } from '@atalaia/protocols/decoded-position';
import type { Protocol, TrackerSession } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';

export interface TestListener {
  readonly port: number;
  readonly stored: DecodedPosition[];
  readonly heartbeats: number;
  /** While false, positions are taken and nothing is answered. */
  answers: boolean;
  /** Ids that are refused. */
  readonly unknown: Set<string>;
  /** Sends bytes to every tracker. */
  send(bytes: Uint8Array): void;
  dropAll(): void;
  close(): Promise<void>;
}

function protocolNamed(name: string): Protocol {
  const protocol = protocols.find((one) => one.name === name);
  if (protocol === undefined) throw new Error(`no protocol ${name}`);
  return protocol;
}

export async function listenForTest(protocolName: string, port = 0): Promise<TestListener> {
  const protocol = protocolNamed(protocolName);
  const sockets = new Set<Socket>();
  const stored: DecodedPosition[] = [];
  const unknown = new Set<string>();
  const state = { answers: true, heartbeats: 0 };

  function serve(socket: Socket): void {
    const framer = protocol.createFramer();
    let session: TrackerSession = {};
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      for (const frame of framer.push(chunk).frames) {
        const decoded = protocol.decode(frame, session, { receivedMs: Date.now(), transport: 'tcp' });
        session = decoded.session;
        const refused = unknown.has(session.uniqueId ?? '');
        for (const message of decoded.messages) {
          if (message.kind === 'position' && state.answers) stored.push(message.position);
          if (message.kind === 'heartbeat') state.heartbeats += 1;
        }
        for (const reply of decoded.replies) {
          const due = refused ? reply.after === 'refusal' : reply.after !== 'refusal';
          if (due && (state.answers || reply.after === 'login')) socket.write(reply.bytes);
        }
        if (refused) socket.end();
      }
    });
  }

  const server: Server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    stored,
    unknown,
    get heartbeats() {
      return state.heartbeats;
    },
    get answers() {
      return state.answers;
    },
    set answers(value) {
      state.answers = value;
    },
    send: (bytes) => {
      for (const socket of sockets) socket.write(bytes);
    },
    dropAll: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
