/** A wire between ingest and its database that a test can cut: the network's failures, with the real server behind. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { createPool } from '../../platform/db/pool.ts';
import type { TestDatabase } from '../../platform/db/test-database.ts';

export interface DatabaseLink {
  /** The same database, through the wire. */
  readonly database: TestDatabase;
  /** Through the wire, too. */
  readonly connectionString: string;
  /** Every connection ends, and no new one is taken. */
  cut(): void;
  mend(): Promise<void>;
  /** What is sent still arrives, but no answer comes back; of connections made from now on too, by default. */
  swallowAnswers(ofOpenOnly?: boolean): void;
  /** The same, on a connection that sends this statement, from there on. */
  swallowAnswersTo(statement: string): void;
  /** A connection that sends this statement ends, and the server never has it. */
  cutAt(statement: string): void;
  /** Answers on the connections that are open now wait until what is returned is called. */
  holdAnswers(): () => void;
  /** How many connections have ended. */
  ended(): number;
  close(): Promise<void>;
}

const defaultPort = 5432;

export async function linkDatabase(direct: TestDatabase, lookEveryMs?: number): Promise<DatabaseLink> {
  const address = new URL(direct.connectionString);
  const socketOf = (folder: string) => join(folder, `.s.PGSQL.${address.port || defaultPort}`);
  const realSocket = socketOf(decodeURIComponent(address.hostname));
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-link-'));
  const sockets = new Set<Socket>();
  let swallowing = false;
  const swallowed = new WeakSet<Socket>();
  const held = new Map<Socket, Buffer[]>();
  let statementToSwallow: string | undefined;
  let statementToLose: string | undefined;
  let ended = 0;
  let server: Server | undefined;
  let closing = Promise.resolve();

  const carry = (near: Socket) => {
    const far = connect(realSocket);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.on('close', () => {
      ended += 1;
    });
    near.on('data', (sent) => {
      // a whole statement ends with 0, the settings of a new connection that hold its words do not
      if (statementToLose !== undefined && sent.includes(`${statementToLose}\0`)) return near.destroy();
      if (statementToSwallow !== undefined && sent.includes(`${statementToSwallow}\0`)) swallowed.add(near);
      far.write(sent);
    });
    near.on('end', () => far.end());
    far.on('data', (answer) => {
      const kept = held.get(near);
      if (kept) kept.push(answer);
      else if (!swallowing && !swallowed.has(near)) near.write(answer);
    });
  };
  const mend = async () => {
    swallowing = false;
    statementToLose = undefined;
    // the socket's file goes with the server before
    await closing;
    server = createServer(carry);
    const listening = server;
    await new Promise<void>((resolve) => listening.listen(socketOf(folder), resolve));
  };
  const cut = () => {
    closing = new Promise((resolve) => {
      if (server) server.close(() => resolve());
      else resolve();
    });
    for (const socket of sockets) socket.destroy();
  };

  await mend();
  const through = new URL(address);
  through.hostname = encodeURIComponent(folder);
  const log = pino({ level: 'silent' });
  const pool = createPool({
    connectionString: through.href,
    connections: 8,
    log,
    ...(lookEveryMs !== undefined && { lookEveryMs }),
  });
  return {
    database: { ...direct, pool },
    connectionString: through.href,
    cut,
    mend,
    swallowAnswers(ofOpenOnly = false) {
      if (ofOpenOnly) for (const socket of sockets) swallowed.add(socket);
      else swallowing = true;
    },
    swallowAnswersTo(statement) {
      statementToSwallow = statement;
    },
    cutAt(statement) {
      statementToLose = statement;
    },
    holdAnswers() {
      for (const socket of sockets) held.set(socket, []);
      return () => {
        for (const [socket, answers] of held) for (const answer of answers) socket.write(answer);
        held.clear();
      };
    },
    ended: () => ended,
    async close() {
      // a client whose answer was swallowed would never be given back
      cut();
      await pool.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
