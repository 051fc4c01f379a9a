import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';

const { ask, world, kysely } = await createTestApp();
const { token } = await world.administrator();

test('[ING-02] an administrator sees what was set aside, the latest first, and a part of what is long', async () => {
  const device = await world.device();
  const row = {
    device_id: device,
    protocol: 'gt06',
    kind: 'position',
    error: '23514 refused',
    content: null,
  };
  await kysely
    .insertInto('refused_messages')
    .values([
      {
        ...row,
        digest: 'a'.repeat(32),
        server_time: '2026-01-01T00:00:00Z',
        frame: Buffer.from([0x78, 0, 0xff]),
      },
      {
        ...row,
        digest: 'b'.repeat(32),
        server_time: '2026-01-02T00:00:00Z',
        frame: Buffer.alloc(5000),
        content: `{"latitude":14,"text":"\\u0000${'x'.repeat(20_000)}"}`,
      },
    ])
    .execute();
  const { body } = await ask('GET', '/api/refused-messages', { token });
  expect(body).toMatchObject([
    { deviceId: device, serverTime: '2026-01-02T00:00:00.000Z', frame: '0'.repeat(4000) },
    {
      deviceId: device,
      protocol: 'gt06',
      kind: 'position',
      error: '23514 refused',
      frame: '7800ff',
      content: null,
    },
  ]);
  expect(body[0].content).toHaveLength(10_000);
  expect((await ask('GET', '/api/refused-messages?limit=1&offset=1', { token })).body).toMatchObject([
    { frame: '7800ff' },
  ]);
});
