/** The two commands as processes of their own, as `npm run` starts them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const programs = join(import.meta.dirname, '../..');

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface Program {
  readonly child: ChildProcess;
  /** Resolves once it has printed this; rejects when it ends before. */
  printed(text: string): Promise<void>;
  readonly ended: Promise<Ended>;
}

/** Whatever becomes of the test, it does not outlive it. */
export function startProgram(
  name: 'backup' | 'restore' | 'main',
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Program {
  const inherited = Object.entries(process.env).filter(([variable]) => !/^(npm_|INIT_CWD)/.test(variable));
  const child = spawn(process.execPath, [join(programs, `${name}.ts`), ...words], {
    env: { ...Object.fromEntries(inherited), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk;
      child.emit('told');
    });
  }
  const ended = once(child, 'close').then(([code, signal]): Ended => ({ code, signal, output }));
  return {
    child,
    ended,
    async printed(text) {
      while (!output.includes(text)) {
        const isOver = await Promise.race([once(child, 'told').then(() => false), ended.then(() => true)]);
        if (isOver && !output.includes(text)) throw new Error(`it never said "${text}":\n${output}`);
      }
    },
  };
}

export const runProgram = (...start: Parameters<typeof startProgram>): Promise<Ended> =>
  startProgram(...start).ended;
