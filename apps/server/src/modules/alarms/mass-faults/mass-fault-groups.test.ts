import { expect, test } from 'vitest';
import { type MassFaultKind, massFaultsOf, type NewlySilent } from './mass-fault-groups.ts';

const settings = {
  ...{ enabled: true, windowMinutes: 5, minDevices: 20, minPercent: 20, backPercent: 80 },
  ...{ cellKm: 20, oursPercent: 80 },
};
const nothing = { sim: null, provider: null, network: null, cell: null, protocol: null, all: 'all' };

let last = 0;
const silent = (
  count: number,
  keys: Partial<Record<MassFaultKind, string>>,
  isAfterPause = false,
): NewlySilent[] =>
  Array.from({ length: count }, () => ({
    deviceId: ++last,
    isAfterPause,
    keys: { ...nothing, ...keys },
  }));
const found = (devices: readonly NewlySilent[], talking: Record<string, number>) =>
  massFaultsOf(devices, new Map(Object.entries(talking)), settings).map(
    ({ by, value, isOurs, deviceIds }) => [by, value, isOurs, deviceIds.length],
  );
const many = { 'all all': 1000 };

test('[DESK-10] under 20 devices, or under a fifth of those online there, is no mass fault', () => {
  const cell = { cell: '1:1' };
  expect(found(silent(19, cell), many)).toEqual([]);
  expect(found(silent(20, cell), { ...many, 'cell 1:1': 81 })).toEqual([]);
  expect(found(silent(20, cell), { ...many, 'cell 1:1': 80 })).toEqual([['cell', '1:1', false, 20]]);
});

test.each(['sim', 'provider', 'network', 'cell', 'protocol'] as const)(
  '[DESK-10] devices have in common their %s',
  (by) => {
    expect(found(silent(20, { [by]: 'x' }), { ...many, [`${by} x`]: 60 })).toEqual([[by, 'x', false, 20]]);
    const apart = Array.from({ length: 20 }, (_, at) => silent(1, { [by]: String(at) })).flat();
    expect(found(apart, many)).toEqual([]);
  },
);

test('[DESK-10] of overlapping groups the one that explains best has the devices, and they are in one fault', () => {
  const both = silent(30, { cell: '1:1', protocol: 'gt06', network: '724-05' });
  const talking = { ...many, 'cell 1:1': 2, 'protocol gt06': 60, 'network 724-05': 90 };
  expect(found(both, talking)).toEqual([['cell', '1:1', false, 30]]);
  const more = [...both, ...silent(40, { cell: '2:2', network: '724-05' })];
  expect(found(more, { ...talking, 'network 724-05': 5, 'cell 2:2': 80 })).toEqual([
    ['network', '724-05', false, 70],
  ]);
});

test('[DESK-10] two places that fail at once are two faults', () => {
  const two = [
    ...silent(25, { cell: '1:1', protocol: 'gt06' }),
    ...silent(22, { cell: '9:9', protocol: 'gt06' }),
  ];
  expect(found(two, { ...many, 'protocol gt06': 900 })).toEqual([
    ['cell', '1:1', false, 25],
    ['cell', '9:9', false, 22],
  ]);
});

test('[DESK-10] silence of nearly everything is "Falha nossa", whatever the devices have in common', () => {
  const all = silent(80, { sim: '895505', protocol: 'gt06' });
  expect(found(all, { 'all all': 20 })).toEqual([['all', 'all', true, 80]]);
  expect(found(all, { 'all all': 21 })).toEqual([['sim', '895505', false, 80]]);
});

test('[DESK-10] nearly all of a protocol, of many networks and places, is a port of ours', () => {
  const port = [
    ...silent(20, { protocol: 'gt06', cell: '1:1' }),
    ...silent(20, { protocol: 'gt06', cell: '2:2' }),
  ];
  const cells = { ...many, 'cell 1:1': 50, 'cell 2:2': 50 };
  expect(found(port, { ...cells, 'protocol gt06': 10 })).toEqual([['protocol', 'gt06', true, 40]]);
  expect(found(port, { ...cells, 'protocol gt06': 20 })).toEqual([['protocol', 'gt06', false, 40]]);
});

test('[DESK-10] devices that did not come back after a pause of ours are "Falha nossa"', () => {
  const cell = { cell: '1:1' };
  expect(found([...silent(15, cell, true), ...silent(5, cell)], many)).toEqual([['cell', '1:1', true, 20]]);
  expect(found([...silent(5, cell, true), ...silent(15, cell)], many)).toEqual([['cell', '1:1', false, 20]]);
});
