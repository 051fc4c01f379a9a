import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export const root = join(import.meta.dirname, '../../..');

/** The programs under way, for a signal to reach them. */
const current = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of current) child.kill(signal);
    process.exit(1);
  });
}

interface RunOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** Before each line of its output, where another program runs beside it. */
  readonly tag?: string | undefined;
}

/** Runs a program to its end with its output on ours; answers whether it ended with 0. */
export function run(
  file: string,
  args: readonly string[],
  { env = {}, tag }: RunOptions = {},
): Promise<boolean> {
  return new Promise((resolve) => {
    const stdio: StdioOptions = tag === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'];
    const child: ChildProcess = spawn(file, args, { cwd: root, stdio, env: { ...process.env, ...env } });
    current.add(child);
    for (const input of [child.stdout, child.stderr]) {
      if (input) createInterface({ input }).on('line', (line) => console.log(`${tag} │ ${line}`));
    }
    child.once('error', (error) => {
      console.error(`${file} cannot be run: ${error.message}`);
      resolve(false);
    });
    child.once('close', (code) => {
      current.delete(child);
      resolve(code === 0);
    });
  });
}

/** Runs a program of an installed package on the Node that runs this, whatever Node the PATH holds. */
export function runTool(
  packageName: string,
  program: string,
  args: readonly string[],
  options?: RunOptions,
): Promise<boolean> {
  const folder = join(root, 'node_modules', packageName);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const path = join(folder, typeof bin === 'string' ? bin : bin[program]);
  return run(process.execPath, [path, ...args], options);
}
