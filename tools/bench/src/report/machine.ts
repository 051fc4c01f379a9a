/** What the figures were measured on; without it they say nothing. */
import { execFileSync } from 'node:child_process';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { locatePrograms } from '@atalaia/server/src/platform/db/embedded/binaries.ts';

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGib: number;
  readonly system: string;
  readonly node: string;
  readonly postgres: string;
  readonly browser: string;
}

export function describeMachine(browserPath: string): Machine {
  const processors = cpus();
  return {
    processor: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
    postgres: versionOf(join(locatePrograms().folder, 'bin/postgres')),
    browser: versionOf(browserPath),
  };
}

function versionOf(program: string): string {
  try {
    return execFileSync(program, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    // a missing browser must not keep the other figures from being measured
    return 'not found';
  }
}
