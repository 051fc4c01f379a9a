import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const prefix = ['setpriv', '--pdeathsig', 'TERM', '--'];

/**
 * Words before a command line with which it is told to end when its parent is killed. None on a machine that cannot
 * (its `setpriv` is missing or lacks the option).
 */
export function endsWithParent(): readonly string[] {
  const [file = '', ...args] = [...prefix, 'true'];
  return spawnSync(file, args, { stdio: 'ignore' }).status === 0 ? prefix : [];
}

/** A part of the demonstration in a process of its own. */
export interface Child {
  /** Its exit code, or the number that shells give a signal. */
  readonly ended: Promise<number>;
  readonly running: boolean;
  /** Asks it to end, and waits until it has. */
  stop(): Promise<void>;
}

const signalBase = 128;
const signalNumbers: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGTERM: 15 };

/** Starts a program of the repository with this same Node. Its output goes where ours goes. */
export function startChild(
  program: URL,
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Child {
  // A process group of its own: a terminal's interrupt comes to the demonstration, which ends its parts in order.
  const [file = '', ...rest] = [...endsWithParent(), process.execPath, fileURLToPath(program), ...args];
  const process_: ChildProcess = spawn(file, rest, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
    detached: true,
  });
  let running = true;
  const ended = new Promise<number>((resolve) => {
    process_.once('error', () => {
      running = false;
      resolve(1);
    });
    process_.once('exit', (code, signal) => {
      running = false;
      resolve(code ?? signalBase + (signalNumbers[signal ?? ''] ?? 0));
    });
  });
  return {
    ended,
    get running() {
      return running;
    },
    stop: async () => {
      if (running) process_.kill('SIGTERM');
      await ended;
    },
  };
}
