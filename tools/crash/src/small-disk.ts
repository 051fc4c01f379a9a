/** A small disk of one's own in memory, which can be filled to its last byte and emptied again. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  readonly folder: string;
  /** Takes what is free now. Others may free some of theirs later: call it again. */
  fill(): void;
  /** Gives back all that `fill` took. */
  free(): void;
}

const mount = (folder: string) => ['mount', '-t', 'tmpfs', '-o', 'size=400m', 'atalaia-crash', folder];

/** Mounts it at a folder, in a program that `withOwnMounts` started. It ends with the last process that may see it. */
export function mountSmallDisk(folder: string): SmallDisk {
  const [command = '', ...args] = mount(folder);
  execFileSync(command, args);
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill() {
      const file = openSync(ballast, 'a');
      for (let bytes = 2 ** 20; bytes >= 512; bytes /= 2) while (write(file, bytes));
      closeSync(file);
    },
    free: () => truncateSync(ballast),
  };
}

const filling = Buffer.alloc(2 ** 20, 1);

/** False when there is no room for it. */
function write(file: number, bytes: number): boolean {
  try {
    return writeSync(file, filling, 0, bytes) > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}

/** Words before a command, so that its mounts are its own: as root, or as whoever may be root of a namespace. */
const ways: readonly (readonly string[])[] = [
  ['unshare', '--mount', '--'],
  ['unshare', '--map-root-user', '--mount', '--'],
];

/**
 * Runs a program that may mount a disk at the folder it is given before its arguments; undefined where this account or
 * machine allows no such thing.
 */
export function withOwnMounts(
  program: string,
  args: readonly (string | number)[],
  faults: 'inherit' | 'pipe' = 'inherit',
): ChildProcess | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'atalaia-disk-'));
  const way = ways.find((words) => {
    const [command = '', ...rest] = [...words, ...mount(folder)];
    return spawnSync(command, rest, { stdio: 'ignore' }).status === 0;
  });
  if (!way) {
    rmdirSync(folder);
    return undefined;
  }
  const [command = '', ...rest] = [...way, process.execPath, program, folder, ...args.map(String)];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', faults] });
  child.once('exit', () => rmdirSync(folder));
  return child;
}
