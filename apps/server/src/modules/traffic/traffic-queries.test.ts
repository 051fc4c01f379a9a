import { expect, test } from 'vitest';
import { createTestApp } from '../../testing/test-app.ts';
import { readSpeakers } from './traffic-queries.ts';

const { kysely, world } = await createTestApp();
const device = await world.device({ attributes: JSON.stringify({ devicePassword: '4711' }) });

test('[SEC-01] [WS-01] frames hide a tracker’s password from who may not write the device, and from nobody else', async () => {
  const people = {
    writer: await world.person(),
    readonly: await world.person({ readonly: true }),
    deviceReadonly: await world.person({ device_readonly: true }),
    administrator: await world.administrator(),
  };
  const hidden: Record<string, string | undefined> = {};
  const strangers: Record<string, boolean> = {};
  for (const [name, { id }] of Object.entries(people)) {
    const speakers = await readSpeakers(kysely, id, [device]);
    hidden[name] = speakers.devices.get(device)?.hidden;
    strangers[name] = speakers.seesStrangers;
  }
  expect(hidden).toEqual({
    writer: undefined,
    readonly: '4711',
    deviceReadonly: '4711',
    administrator: undefined,
  });
  expect(strangers).toEqual({ writer: false, readonly: false, deviceReadonly: false, administrator: true });
});
