import { setTimeout as sleep } from 'node:timers/promises';
import type { FleetControlRun, FleetControlStatus } from '@atalaia/contract/fleet-control-sync';
import type { Api } from '@atalaia/fixtures/api';

const withinMs = 300_000;

/** Starts an exchange by hand; the rest resolves when it has come to its end. */
export async function startExchange(api: Api): Promise<{ readonly ended: Promise<FleetControlRun> }> {
  await api.post<FleetControlStatus>('fleet-control/runs', {});
  return { ended: untilEnded(api) };
}

async function untilEnded(api: Api): Promise<FleetControlRun> {
  const deadlineMs = performance.now() + withinMs;
  while (performance.now() < deadlineMs) {
    const { run } = await api.get<FleetControlStatus>('fleet-control');
    if (run?.state === 'done') return run;
    if (run && run.state !== 'running') throw new Error(`the exchange is ${run.state}: ${run.failure?.code}`);
    await sleep(100);
  }
  throw new Error('the exchange does not end');
}

export const secondsOf = ({ startedAt, endedAt }: FleetControlRun) =>
  (Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000;
