/** A phone that reports by the osmand protocol through the web port, for tests: any attribute fits into a request. */
import { expect } from 'vitest';
import type { TestIngest } from './start-ingest.ts';

let lastId = 0;

export async function osmandSender(server: TestIngest, attributes: object = {}, id = `phone-${++lastId}`) {
  const deviceId = await server.addDevice(id, attributes);
  const rowsOf = async (text: string) => (await server.database.pool.query(text, [deviceId])).rows;
  const sendTo = (to: TestIngest) => async (report: Readonly<Record<string, string | number>>) => {
    const query = new URLSearchParams({ id });
    for (const [name, value] of Object.entries(report)) query.append(name, String(value));
    const answer = await to.ingest.handleOsmand({
      method: 'GET',
      url: `/osmand?${query}`,
      contentType: undefined,
      body: '',
      remoteAddress: '127.0.0.1',
    });
    expect(answer).toEqual({ status: 200, body: '' });
  };
  return {
    deviceId,
    /** Sends one report and expects it to be acknowledged. */
    send: sendTo(server),
    /** The same to a server that was started later. */
    sendTo,
    stored: () => rowsOf('SELECT * FROM positions WHERE device_id = $1 ORDER BY id'),
    events: () => rowsOf('SELECT * FROM events WHERE device_id = $1 ORDER BY id'),
    async state() {
      return (await rowsOf('SELECT * FROM device_state WHERE device_id = $1'))[0];
    },
  };
}
