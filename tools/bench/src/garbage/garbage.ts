/** A thousand connections that send what no tracker sends, over and over: the server's memory must not follow them. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningServer, startServer } from '@atalaia/fixtures/running-server';
import { type Benchmark, usualStepMinutes } from '../benchmark.ts';
import { startChild } from '../process/child.ts';
import { watchMemory } from '../process/memory.ts';
import { atMost, type Figure } from '../report/figure.ts';
import { mean } from '../report/samples.ts';
import type { GarbageLoad, GarbageResult } from './garbage-process.ts';

const connections = 1000;
/** The allocator gives pages back late; more than this above the time before is kept, MiB. */
const mostGrowthMib = 32;
const settleMs = 5000;

export const garbage: Benchmark = {
  name: 'garbage',
  title: `${connections.toLocaleString('en')} connections of garbage`,
  stepMinutes: ({ garbageSeconds }) => garbageSeconds / 60 + usualStepMinutes,
  async run(say, { garbageSeconds }) {
    await using server = await startServer({ env: { LOG_LEVEL: 'silent' } });
    return await measure(server, garbageSeconds, say);
  },
};

async function measure(
  server: RunningServer,
  seconds: number,
  say: (text: string) => void,
): Promise<readonly Figure[]> {
  const memory = watchMemory(server.pid);
  const send = (forSeconds: number) =>
    startChild<GarbageLoad, GarbageResult>(new URL('./garbage-process.ts', import.meta.url), {
      portOffset: server.portOffset,
      connections,
      seconds: forSeconds,
    }).output;
  const residentMib = async () => {
    await sleep(settleMs);
    memory.take();
    await sleep(1000);
    return mean(memory.take().map(({ mib }) => mib));
  };
  try {
    say('a first wave, which fills what a server needs once');
    await send(Math.max(2, seconds / 4));
    const beforeMib = await residentMib();
    say(`${seconds} s of garbage`);
    const { bytes, connected } = await send(seconds);
    const highestMib = Math.max(...memory.take().map(({ mib }) => mib));
    const afterMib = await residentMib();
    return [
      {
        name: 'memory kept afterwards',
        unit: 'MiB',
        measured: afterMib - beforeMib,
        limits: [atMost(mostGrowthMib)],
      },
      { name: 'most memory meanwhile', unit: 'MiB', measured: highestMib },
      { name: 'connections made', unit: '', measured: connected },
      { name: 'garbage sent', unit: 'MB', measured: bytes / 1e6 },
    ];
  } finally {
    memory.stop();
  }
}
