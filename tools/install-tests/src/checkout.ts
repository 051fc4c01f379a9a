import { execFileSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Person } from './person.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Copies the files of this repository into `folder` as a clone would bring them, changes not yet committed included:
 * no `node_modules`, nothing built. They belong to `person`.
 */
export function checkOut(folder: string, person: Person): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  for (const path of listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(root, path), join(folder, path));
  }
  giveTo(person, folder);
}

/** Brings what another checkout has installed and built, by hard links: an install already made by somebody. */
export function bringInstall(from: string, to: string): void {
  for (const path of ['node_modules', 'apps/web/dist']) {
    execFileSync('cp', ['-al', join(from, path), join(to, path)]);
  }
}

/** Makes a whole tree somebody's. */
export function giveTo({ uid, gid }: Person, path: string): void {
  if (process.getuid?.() !== 0) return;
  chownSync(path, uid, gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) giveTo({ uid, gid, home: '' }, join(path, entry.name));
    else chownSync(join(path, entry.name), uid, gid);
  }
}

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The processes that work in a checkout, or run one of its programs. */
export function processesOf(folder: string): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((name) => {
      const command = readOf(() => readFileSync(`/proc/${name}/cmdline`, 'utf8')).replaceAll('\0', ' ');
      const cwd = readOf(() => readlinkSync(`/proc/${name}/cwd`));
      return cwd.startsWith(folder) || command.includes(folder) ? [{ pid: Number(name), command }] : [];
    });
}

/** Nothing of a process that ended meanwhile, of a zombie, or of somebody else's. */
function readOf(work: () => string): string {
  try {
    return work();
  } catch {
    return '';
  }
}
