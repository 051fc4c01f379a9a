/** Where and when it strikes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresLog, postgresPid } from '@atalaia/fixtures/postgres-process';
import { isReady, type RunningServer } from '@atalaia/fixtures/running-server';
import type { Random } from '@atalaia/simulator/random';

export type Victim = 'server' | 'postgres' | 'both';

export interface Blow {
  /** Under load, after the last one was got over, ms. */
  readonly afterMs: number;
  readonly victim: Victim;
}

const victims: readonly Victim[] = ['server', 'postgres', 'both'];

/** Without end: each three blows hit all three, in a random order, after random waits. */
export function* blows(random: Random, leastMs: number, mostMs: number): Generator<Blow, never> {
  for (;;) {
    const left = [...victims];
    while (left.length > 0) {
      const [victim = 'server'] = left.splice(random.whole(0, left.length - 1), 1);
      yield { afterMs: random.between(leastMs, mostMs), victim };
    }
  }
}

/** SIGKILL. The server is started again, as whoever watches over it would; PostgreSQL must come back by itself. */
export async function strike(server: RunningServer, victim: Victim): Promise<void> {
  if (victim !== 'server') {
    const pid = postgresPid(server.dataDir);
    if (pid === undefined) throw new Error('no PostgreSQL is at work');
    process.kill(pid, 'SIGKILL');
  }
  if (victim === 'postgres') return;
  await server.kill();
  await server.restart();
}

const backWithinMs = 30_000;

/** Resolves when the server is ready and `movesOn` says that work continues. */
export async function gotOver(
  server: RunningServer,
  movesOn: () => boolean,
  withinMs = backWithinMs,
): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!movesOn() || !(await isReady(server.origin))) {
    if (performance.now() > deadlineMs)
      throw new Error(`not back after ${withinMs} ms:\n${server.output()}\n${postgresLog(server.dataDir)}`);
    await sleep(50);
  }
}
