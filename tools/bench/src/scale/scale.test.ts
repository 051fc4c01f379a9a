import { natsProgram } from '@atalaia/server/src/testing/nats-server.ts';
import { afterAll, expect, test } from 'vitest';
import { type Bench, openBench } from './processes.ts';

const program = natsProgram();
let bench: Bench | undefined;
afterAll(() => bench?.end());

/** Without Debian's `nats-server` it is skipped; `NEED_NATS=1` makes that a failure. */
test.skipIf(!program)(
  '[SCALE-08] what a million positions cost is counted of two processes whose writers are answered without the database, and of one that stores',
  async () => {
    bench = await openBench({ trackers: 40, compiledMs: 200, warmUpMs: 200 });
    const answered = await bench.run(2, false, 1);
    expect(await bench.positions()).toBe(0);
    expect(answered.positionsPerSecond).toBeGreaterThan(0);
    expect(answered.cpuSecondsPerMillion).toBeGreaterThan(0);
    const stored = await bench.run(1, true, 1);
    expect(await bench.positions()).toBeGreaterThan(0);
    // hundreds of bytes are written for each; a statement that is answered writes none
    expect(stored.walBytesPerPosition).toBeGreaterThan(100);
    expect(answered.walBytesPerPosition).toBeLessThan(stored.walBytesPerPosition / 4);
    expect(await bench.bytesPerPosition()).toBeGreaterThan(100);
  },
  60_000,
);
