import { expect, test } from 'vitest';
import { createInProcessBus } from '../../platform/bus/bus.ts';
import type { IngestDevice } from '../ingest-device.ts';
import { createDeviceRegistry } from './device-registry.ts';

function device(id: number, uniqueId: string, name = uniqueId): IngestDevice {
  return {
    id,
    uniqueId,
    name,
    disabled: false,
    category: null,
    groupId: undefined,
    speedLimitKnots: undefined,
  };
}

function registryOver(devices: IngestDevice[]) {
  const bus = createInProcessBus((_, error) => {
    throw error;
  });
  const queries: string[][] = [];
  let onRead = () => {};
  const registry = createDeviceRegistry(
    {
      async byUniqueIds(ids) {
        queries.push([...ids]);
        const read = devices.filter(({ uniqueId }) => ids.includes(uniqueId));
        onRead();
        return read;
      },
    },
    bus,
  );
  const whenRead = (listener: () => void) => {
    onRead = listener;
  };
  return { registry, bus, queries, devices, whenRead };
}

test('thousands of sign-ins of one turn are a few queries, and later ones none', async () => {
  const known = Array.from({ length: 2500 }, (_, index) => device(index + 1, `id-${index}`));
  const { registry, queries } = registryOver(known);
  const found = await Promise.all(known.map(({ uniqueId }) => registry.find([uniqueId])));
  expect(found).toEqual(known);
  expect(queries.map(({ length }) => length)).toEqual([1000, 1000, 500]);
  expect(registry.find(['id-7'])).toBe(known[7]);
  expect(queries).toHaveLength(3);
});

test('of several ids the first registered one counts', async () => {
  const { registry } = registryOver([device(1, 'b'), device(2, 'c')]);
  expect(await registry.find(['a', 'b', 'c'])).toMatchObject({ id: 1 });
  expect(registry.find(['a', 'b', 'c'])).toMatchObject({ id: 1 });
});

test('a stranger is asked for once, until something is registered', async () => {
  const { registry, bus, queries, devices } = registryOver([]);
  expect(await registry.find(['new'])).toBeNull();
  expect(registry.find(['new'])).toBeNull();
  expect(queries).toHaveLength(1);
  devices.push(device(1, 'new'));
  bus.publish('deviceRegistry', { deviceIds: [1] });
  expect(await registry.find(['new'])).toMatchObject({ id: 1 });
});

test('a device that changed while it was read is read again', async () => {
  const { registry, bus, devices, whenRead } = registryOver([device(1, 'car', 'before')]);
  whenRead(() => {
    devices[0] = device(1, 'car', 'after');
    whenRead(() => {});
    bus.publish('deviceRegistry', { deviceIds: [1] });
  });
  expect(await registry.find(['car'])).toMatchObject({ name: 'after' });
  expect(registry.find(['car'])).toMatchObject({ name: 'after' });
});

test('ids that no tracker can have are not asked for', () => {
  const { registry, queries } = registryOver([]);
  for (const id of ['', 'x'.repeat(129), 'a\0b', '\ud800']) expect(registry.find([id])).toBeNull();
  expect(queries).toEqual([]);
});
