/**
 * Which processes run. Signal 0 is no answer: it also finds zombies and strangers who got a reused pid, so a process
 * is known by its state, its start time and what it runs.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Names one process for good: the pid, and when it started (in the system's own unit, compared only as text). */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

const onLinux = process.platform === 'linux';

/** The identity of the process with this pid, or undefined when none runs (a zombie does not run). */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = onLinux ? linuxStartTime(pid) : psStartTime(pid);
  return started === undefined ? undefined : { pid, started };
}

export function stillRuns(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/**
 * This process as part of a file's name. Says when it started, since pids are used again; nothing where the system does
 * not tell. Holds no stroke but the one behind the pid.
 */
export function processName(): string {
  const started = identify(process.pid)?.started ?? '';
  return `${process.pid}-${encodeURIComponent(started).replaceAll('-', '%2D')}`;
}

/** The pid in such a name, while that process runs. */
export function runningPid(name: string): number | undefined {
  const [, pid, started] = /^([1-9]\d*)-(.*)$/.exec(name) ?? [];
  if (pid === undefined || started === undefined) return undefined;
  const identity = { pid: Number(pid), started: decodeURIComponent(started) };
  return (started === '' ? answers(identity.pid) : stillRuns(identity)) ? identity.pid : undefined;
}

function answers(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Pids of the postgres processes at work in a cluster's folder, its postmaster and backends alike, whoever started
 * them. A postmaster changes into its folder, and its children stay there, also after the postmaster was killed.
 */
export function postgresProcessesIn(clusterDir: string): number[] {
  if (!onLinux) return psPostgresIn(clusterDir);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isPostgresIn(pid, clusterDir));
}

function isPostgresIn(pid: number, clusterDir: string): boolean {
  try {
    return (
      readlinkSync(`/proc/${pid}/cwd`) === clusterDir &&
      readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres' &&
      linuxStartTime(pid) !== undefined
    );
  } catch {
    // ended meanwhile, or somebody else's: not ours either way
    return false;
  }
}

/** Field 22 of /proc/pid/stat, counted after the command's closing bracket, which may itself hold blanks. */
function linuxStartTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state] = fields;
    return state === 'Z' || state === 'X' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}

function psStartTime(pid: number): string | undefined {
  const [line = ''] = ps('-p', String(pid), '-o', 'stat=,lstart=');
  const [state = '', ...started] = line.trim().split(/\s+/);
  return state === '' || state.startsWith('Z') ? undefined : started.join(' ');
}

function psPostgresIn(clusterDir: string): number[] {
  return ps('-axo', 'pid=,command=')
    .filter((line) => line.includes('postgres') && line.includes(clusterDir))
    .map((line) => Number.parseInt(line, 10));
}

function ps(...args: string[]): string[] {
  try {
    return execFileSync('ps', args, { encoding: 'utf8' }).split('\n');
  } catch {
    // ps exits with 1 when nothing matches
    return [];
  }
}
