import { serverAttributeSchemas } from '@atalaia/contract/server/server-settings';
import { hasPhrase } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { knownAttributes } from './known-attributes.ts';

const speed = { sign: 'km/h', factor: 1.852 };
const namesOf = (owner: Parameters<typeof knownAttributes>[0]) =>
  knownAttributes(owner, (key) => key, speed).map(({ name }) => name);

test('[ATT-01] [SRV-01] every attribute that the server reads of its settings is offered, with its type', () => {
  expect(namesOf('server')).toEqual(expect.arrayContaining(Object.keys(serverAttributeSchemas)));
  for (const { name, type } of knownAttributes('server', (key) => key, speed)) {
    const schema = serverAttributeSchemas[name];
    const own: Readonly<Record<string, string>> = { 'ui.language': 'en', 'ui.centrePhone': '0800 700 1234' };
    const fitting = own[name] ?? { number: 1, boolean: true, string: 'x' }[type];
    if (schema) expect([name, schema.safeParse(fitting).success]).toEqual([name, true]);
  }
});

test('[ATT-01] every name is offered once, with a label in words', () => {
  for (const owner of ['device', 'user', 'geofence', 'server'] as const) {
    expect(new Set(namesOf(owner)).size).toBe(namesOf(owner).length);
  }
  const labels = knownAttributes('user', (key) => key, speed).map(({ label }) => label);
  expect(labels.filter((label) => !hasPhrase(label))).toEqual([]);
  expect(knownAttributes('driver', (key) => key, speed)).toEqual([]);
});
