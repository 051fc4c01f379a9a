/** A program of the cluster that is not ours, as a process of its own: started, struck, started again, ended by its pid. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from '@atalaia/server/src/platform/db/embedded/run-as.ts';
import { endsWithParent } from '@atalaia/simulator/demo/child';

export interface Part {
  readonly name: string;
  /** Of the process that runs now, or ran last. */
  readonly pid: number;
  /** The end of everything it has printed. */
  output(): string;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** SIGTERM. */
  end(): Promise<void>;
  /** Starts again after `kill` or `end`; resolves when it is ready. */
  restart(): Promise<void>;
}

export interface PartParts {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: Account | undefined;
  readonly isReady: () => Promise<boolean>;
  readonly readyWithinMs?: number;
}

const askAgainMs = 50;
const usualPatienceMs = 20_000;
const keptOutput = 20_000;
/** One that does not end in time is killed. */
const endPatienceMs = 20_000;

export async function startPart(parts: PartParts): Promise<Part> {
  const { name, command, env = {}, account, isReady, readyWithinMs = usualPatienceMs } = parts;
  let output = '';
  let child = launch();

  function launch(): ChildProcess {
    // a process group of its own: a terminal's interrupt comes to who started it, which ends its parts in order
    const [file = '', ...args] = [...endsWithParent(), ...command];
    const started = spawn(file, args, {
      cwd: '/',
      env: { PATH: `${process.env.PATH}:/usr/sbin:/usr/bin`, LC_ALL: 'C.UTF-8', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...account,
    });
    started.once('error', ({ message }) => {
      output += message;
    });
    for (const stream of [started.stdout, started.stderr]) {
      stream?.on('data', (chunk) => {
        output = (output + chunk).slice(-keptOutput);
      });
    }
    return started;
  }

  const hasEnded = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;

  async function untilReady(): Promise<void> {
    const deadlineMs = performance.now() + readyWithinMs;
    while (!(await isReady().catch(() => false))) {
      if (hasEnded()) throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
      if (performance.now() > deadlineMs)
        throw new Error(`${name} was not ready within ${readyWithinMs} ms:\n${output}`);
      await sleep(askAgainMs);
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (hasEnded()) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const cut = setTimeout(() => child.kill('SIGKILL'), endPatienceMs);
    await ended;
    clearTimeout(cut);
  }

  try {
    await untilReady();
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return {
    name,
    get pid() {
      return child.pid ?? 0;
    },
    output: () => output,
    kill: () => end('SIGKILL'),
    end: () => end('SIGTERM'),
    async restart() {
      child = launch();
      await untilReady();
    },
  };
}

export async function standStill(pids: readonly number[], stopMs: number): Promise<void> {
  signalAll(pids, 'SIGSTOP');
  try {
    await sleep(stopMs);
  } finally {
    signalAll(pids, 'SIGCONT');
  }
}

export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      // it ended meanwhile
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
