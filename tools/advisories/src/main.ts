/**
 * `npm run advisories [-- --offline]`: whether a package of the lock file has a known fault. Asks the registry's audit service,
 * unless it is told to stay offline, and reads the lock file against the list that ships. Ends with 1 where one has, with 2
 * where nothing could be looked at.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AdvisoryList, findingsOf, hitsIn, type LockFile } from './advisories.ts';

const root = join(import.meta.dirname, '../../..');
const isOffline = process.argv.includes('--offline');
const lockPath = process.argv.find((argument) => argument.startsWith('--lock='))?.slice('--lock='.length);

const read = <Content>(path: string) => JSON.parse(readFileSync(path, 'utf8')) as Content;

/** The registry's word; undefined where it gives none. */
function askRegistry(): readonly string[] | undefined {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = spawnSync(npm, ['audit', '--json'], {
    cwd: root,
    encoding: 'utf8',
    timeout: 60_000,
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === 'win32',
  });
  return findingsOf(stdout ?? '');
}

try {
  const list = read<AdvisoryList>(join(root, 'tools/advisories/advisories.json'));
  const hits = hitsIn(read<LockFile>(lockPath ?? join(root, 'package-lock.json')), list);
  for (const { advisory, version, path } of hits) {
    const { id, severity, title, vulnerable } = advisory;
    console.error(`${path} ${version}: ${severity}, ${title} (${id}, ${vulnerable})`);
  }
  const found = isOffline ? undefined : askRegistry();
  for (const line of found ?? []) console.error(`the registry: ${line}`);
  const { length } = list.advisories;
  const asked = found
    ? 'the registry was asked'
    : isOffline
      ? 'offline'
      : 'the registry has no audit service';
  const count = hits.length + (found?.length ?? 0);
  console.log(
    `atalaia: ${count === 0 ? 'no' : count} known ${count === 1 ? 'fault' : 'faults'} of packages (${asked}; ${length} advisories ship, stated ${list.stated}, the newest of ${list.newest})`,
  );
  process.exit(count === 0 ? 0 : 1);
} catch (error) {
  console.error(`atalaia: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(2);
}
