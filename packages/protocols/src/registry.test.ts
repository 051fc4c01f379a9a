import { protocolSettings } from '@atalaia/domain/devices/protocol-settings';
import { expect, test } from 'vitest';
import { protocols } from './registry.ts';

test('[ING-01] every protocol has its usual port and transports', () => {
  const listed = protocols.map(({ name, port, transports }) => `${name} ${port} ${transports.join(' ')}`);
  expect(listed).toEqual([
    'calamp 5082 udp',
    'easytrack 5056 tcp',
    'gl200 5004 tcp udp',
    'gps103 5001 tcp udp',
    'gt06 5023 tcp',
    'h02 5013 tcp udp',
    'jt808 5015 tcp',
    'meiligao 5009 tcp udp',
    'meitrack 5020 tcp udp',
    'mxt 5087 tcp',
    'osmand 5055 http',
    'suntech 5011 tcp',
    'teltonika 5027 tcp udp',
    'tk103 5002 tcp udp',
    'totem 5007 tcp',
    'xexun 5006 tcp',
  ]);
});

test('no two protocols share a port, and each bounds its frames and its silence', () => {
  expect(new Set(protocols.map(({ port }) => port)).size).toBe(protocols.length);
  for (const { maxFrameBytes, idleTimeoutMs } of protocols) {
    expect(maxFrameBytes).toBeGreaterThan(1000);
    expect(maxFrameBytes).toBeLessThanOrEqual(1024 * 1024);
    expect(idleTimeoutMs).toBeGreaterThanOrEqual(60_000);
  }
});

test('each says for people which models speak it, what it reads, and where its layout comes from', () => {
  for (const { name, facts } of protocols) {
    const lines = [...facts.models, ...facts.reads, ...facts.sources];
    expect([name, [facts.models, facts.reads, facts.sources].some((list) => list.length === 0)]).toEqual([
      name,
      false,
    ]);
    expect(lines.filter((line) => line.trim() !== line || line === '' || line.endsWith('.'))).toEqual([]);
  }
});

test('a setting of a device is read by protocols of this list', () => {
  const names = new Set(protocols.map(({ name }) => name));
  const strangers = protocolSettings.filter((setting) => !setting.protocols.some((name) => names.has(name)));
  expect(strangers).toEqual([]);
});
