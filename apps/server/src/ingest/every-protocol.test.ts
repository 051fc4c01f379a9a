/** Every protocol on its own port of the real ingest, with what its trackers send (`packages/protocols`, vectors). */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { TrackerMessage, Transport } from '@atalaia/protocols/protocol';
import { protocols } from '@atalaia/protocols/registry';
import { outcomeOf, type Vector, vectors } from '@atalaia/protocols/testing/vector-files';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort, startIngest, type TestIngest } from './testing/start-ingest.ts';
import { connectTracker } from './testing/tracker-client.ts';

let server: TestIngest;
beforeAll(async () => {
  server = await startIngest({ protocols: protocols.map(freePort) });
});
afterAll(() => server.stop());

/** Messages of a tracker that says itself who it is, a position among them, all understood. */
function conversationOf(name: string, transport: Transport): Vector {
  const found = vectors.find(
    ({ protocol, context, session, errors, messages }) =>
      protocol.name === name &&
      context.transport === transport &&
      session.uniqueId === undefined &&
      errors.length === 0 &&
      (messages as readonly TrackerMessage[]).some(({ kind }) => kind === 'position'),
  );
  if (!found) throw new Error(`no vector of ${name} over ${transport} signs in and tells a position`);
  return found;
}

const ways = protocols.flatMap(({ name, transports }) =>
  transports.filter((transport) => transport !== 'http').map((transport) => [name, transport] as const),
);

test.each(ways)(
  '[ING-01] [ING-02] %s over %s: what a tracker tells is stored, and it hears the answers its protocol waits for',
  async (name, transport) => {
    const vector = conversationOf(name, transport);
    const { pieces, messages, context } = vector;
    const uniqueId = (messages as readonly TrackerMessage[])[0]?.uniqueIds[0] ?? '';
    const deviceId = await server.addDevice(uniqueId, context.settings?.attributes ?? {});
    const due = answersTo(vector);
    const received =
      transport === 'udp'
        ? await byDatagram(server.port(name, transport), pieces, due.length)
        : await byStream(server.port(name, transport), pieces, due.length);
    expect(received.length).toBe(due.length);
    // an answer that holds the time differs here
    const reportsTime = !answersTo({ ...vector, context: { ...context, receivedMs: 0 } }).equals(due);
    if (!reportsTime) expect(received.toString('hex')).toBe(due.toString('hex'));
    await expect.poll(() => hasPosition(deviceId), { timeout: 5000 }).toBe(true);
    await server.database.pool.query('DELETE FROM devices WHERE id = $1', [deviceId]);
    server.bus.publish('deviceRegistry', { deviceIds: [deviceId] });
  },
);

/** What a known tracker receives. */
function answersTo(vector: Vector): Buffer {
  const { replies } = outcomeOf(vector, vector.pieces);
  const due = replies.filter(({ after }) => after !== 'refusal');
  return Buffer.concat(due.map(({ hex }) => Buffer.from(hex, 'hex')));
}

async function byStream(port: number, pieces: readonly Uint8Array[], due: number): Promise<Buffer> {
  const tracker = await connectTracker(port);
  tracker.send(...pieces);
  const received = await tracker.read(due);
  tracker.end();
  return received;
}

async function byDatagram(port: number, pieces: readonly Uint8Array[], due: number): Promise<Buffer> {
  const socket = createSocket('udp4');
  let received = Buffer.alloc(0);
  socket.on('message', (answer) => {
    received = Buffer.concat([received, answer]);
  });
  for (const piece of pieces)
    await new Promise((sent) => socket.send(piece, port, '127.0.0.1', () => sent(undefined)));
  while (received.length < due) await once(socket, 'message');
  socket.close();
  return received;
}

/** Whether a device reported a position; one of a time far off is aside. */
async function hasPosition(deviceId: number): Promise<boolean> {
  const { rows } = await server.database.pool.query<{ isStored: boolean }>(
    `SELECT EXISTS (SELECT FROM positions WHERE device_id = $1)
       OR EXISTS (SELECT FROM odd_positions WHERE device_id = $1) AS "isStored"`,
    [deviceId],
  );
  return rows[0]?.isStored === true;
}
