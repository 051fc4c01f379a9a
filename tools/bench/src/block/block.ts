/** A block that needs a second person: from his confirmation to the bytes at the tracker. */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Block } from '@atalaia/contract/block/block';
import { signInToApi } from '@atalaia/fixtures/api';
import { administrator, type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { createTracker } from '@atalaia/simulator/tracker/create-tracker';
import type { Benchmark } from '../benchmark.ts';
import { atMost, type Figure } from '../report/figure.ts';

const blockCount = 30;
const gt06Port = 5023;
const place = { latitude: -3.73187, longitude: -38.52672 };

export const block: Benchmark = {
  name: 'block',
  title: `A block confirmed by a second person to the wire, ${blockCount} times`,
  async run(say) {
    await using server = await startServer({ env: { LOG_LEVEL: 'error' } });
    return [await measure(server, say)];
  },
};

async function measure(server: RunningServer, say: (text: string) => void): Promise<Figure> {
  const first = await signInToApi(server.origin, administrator.email, administrator.password);
  const password = 'bench-password';
  await first.createUser({ email: 'second@bench.local', password, administrator: true });
  const second = await signInToApi(server.origin, 'second@bench.local', password);
  const took: number[] = [];
  say(`blocking ${blockCount} motorcycles`);
  for (let at = 0; at < blockCount; at += 1) {
    const uniqueId = String(860_000_000_000_000 + at);
    const device = await first.createDevice({ uniqueId, name: `Bench ${at}`, category: 'motorcycle' });
    let heard = () => {};
    const arrived = new Promise<number>((resolve) => {
      heard = () => resolve(performance.now());
    });
    const tracker = createTracker({
      ...{ protocol: 'gt06', uniqueId, host: '127.0.0.1', port: gt06Port + server.portOffset },
      events: {
        onCommand() {
          heard();
          return 'Success!';
        },
      },
    });
    await tracker.connect();
    await tracker.sendPosition({ fixTimeMs: Date.now(), ...place, speedKph: 0 });
    await sleep(200);
    const asked = await first.post<Block>('blocks', { deviceId: device.id, reason: 'theft' });
    const clickedMs = performance.now();
    const confirmed = second.post<Block>(`blocks/${asked.id}/confirm`, {});
    took.push((await arrived) - clickedMs);
    await confirmed;
    await tracker.close();
  }
  took.sort((one, other) => one - other);
  const p50 = took[Math.floor(took.length / 2)] ?? Number.NaN;
  const p99 = took.at(-1) ?? Number.NaN;
  return { name: 'confirmed to on the wire', unit: 'ms', p50, p99, limits: [atMost(1000, 'p99')] };
}
