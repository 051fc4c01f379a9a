import { expect, test } from 'vitest';
import { protocols } from './registry.ts';

test('[ING-01] every protocol has its usual port and transports', () => {
  const listed = protocols.map(({ name, port, transports }) => `${name} ${port} ${transports.join(' ')}`);
  expect(listed).toEqual(['gt06 5023 tcp', 'osmand 5055 http', 'suntech 5011 tcp', 'teltonika 5027 tcp udp']);
});

test('no two protocols share a port, and each bounds its frames and its silence', () => {
  expect(new Set(protocols.map(({ port }) => port)).size).toBe(protocols.length);
  for (const { maxFrameBytes, idleTimeoutMs } of protocols) {
    expect(maxFrameBytes).toBeGreaterThan(1000);
    expect(maxFrameBytes).toBeLessThanOrEqual(1024 * 1024);
    expect(idleTimeoutMs).toBeGreaterThanOrEqual(60_000);
  }
});
