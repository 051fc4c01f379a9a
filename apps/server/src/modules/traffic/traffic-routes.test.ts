import { gt06 } from '@atalaia/protocols/gt06/gt06';
import { expect, test } from 'vitest';
import { gt06Heartbeat, gt06Login } from '../../ingest/testing/gt06-packets.ts';
import { createTrafficRecorder } from '../../ingest/traffic/traffic-recorder.ts';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, traffic } = await createTestApp();
const clock = { now: () => Date.now() };
const recorderOf = () => {
  const recorder = createTrafficRecorder({
    traffic,
    clock,
    protocol: 'gt06',
    transport: 'tcp',
    address: '10.2.3.4',
  });
  recorder.readBy((frame, receivedMs) => gt06.decode(frame, {}, { receivedMs, transport: 'tcp' }));
  return recorder;
};

test('[ING-09] who sees a device reads its traffic line by line, decoded; who does not finds no such device', async () => {
  const fitter = await world.person();
  const deviceId = await world.device();
  await world.link(fitter.id, { device: deviceId });
  const recorder = recorderOf();
  recorder.ofDevices([{ id: deviceId } as Parameters<typeof recorder.ofDevices>[0][number]]);
  const login = gt06Login('860000000000201');
  recorder.received(login, Date.now());
  recorder.sent(Buffer.from('RELAY,1#\r\n'));
  recorder.received(Buffer.from('noise'), Date.now());
  const url = `/api/devices/${deviceId}/traffic`;
  const { status, body } = await ask('GET', url, { token: fitter.token });
  expect(status).toBe(200);
  expect(body).toMatchObject([
    {
      direction: 'in',
      protocol: 'gt06',
      transport: 'tcp',
      address: '10.2.3.4',
      hex: Buffer.from(login).toString('hex'),
      text: null,
      messages: [{ kind: 'login', uniqueIds: ['860000000000201'] }],
      error: null,
    },
    { direction: 'out', text: 'RELAY,1#\r\n', messages: [], error: null },
    { direction: 'in', text: 'noise', messages: [], error: { code: expect.any(String) } },
  ]);
  expect((await ask('GET', url, { token: (await world.person()).token })).status).toBe(404);
});

test('[ING-09] [ING-04] an administrator reads what a tracker said that nobody registered', async () => {
  const recorder = recorderOf();
  recorder.ofStranger('860000000000202');
  recorder.received(gt06Heartbeat(1), Date.now());
  const { token } = await world.administrator();
  const { body } = await ask('GET', '/api/unknown-trackers/860000000000202/traffic', { token });
  expect(body).toHaveLength(1);
  const none = await ask('GET', '/api/unknown-trackers/860000000000203/traffic', { token });
  expect([none.status, none.body]).toEqual([200, []]);
});
