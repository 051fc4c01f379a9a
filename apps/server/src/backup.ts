/** `npm run backup -- PLACE`: everything that the installation holds, in a new folder below PLACE, while it works. */
import { statSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import packageJson from '../package.json' with { type: 'json' };
import { runCommand } from './backup/command.ts';
import { keyToBackUp } from './backup/key.ts';
import { makeBackup } from './backup/make-backup.ts';
import { rowsIn } from './backup/manifest.ts';
import { openSource } from './backup/source.ts';
import { createSecrets } from './platform/secrets/secrets.ts';

const usage = `
npm run backup -- PLACE [--without-key]

  PLACE          the folder that backups lie in; each gets a folder of its own below it
  --without-key  leaves out the key that opens stored secrets: keep it elsewhere`;

/** Trackers and people go first. */
const lowerPriority = 10;

await runCommand(
  usage.trimStart(),
  { 'without-key': { type: 'boolean' }, 'by-clock': { type: 'boolean' } },
  async ({ config, place, options, say, log, signal }) => {
    const startMs = performance.now();
    const byClock = options['by-clock'] === true;
    // the server that wants it has ended
    if (byClock) process.stdin.resume().once('close', () => process.kill(process.pid, 'SIGTERM'));
    setPriority(Math.max(getPriority(), lowerPriority));
    const withKey = options['without-key'] !== true;
    const source = await openSource(config, log);
    try {
      const key = keyToBackUp(config);
      say(`Backing up ${source.description} to ${place}`);
      const { folder, manifest, newBytes } = await makeBackup({
        ...{ connectionString: source.connectionString, place, key, withKey, byClock, say, signal },
        opens: createSecrets(key).opens,
        release: packageJson.version,
      });
      const files = manifest.tables.flatMap((table) => table.files);
      const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      const seconds = (performance.now() - startMs) / 1000;
      say(
        `Done in ${seconds.toFixed(1)} s: ${rowsIn(manifest).toLocaleString('en')} rows in ${files.length} files, ` +
          `${megabytes(bytes)}, of which ${megabytes(newBytes)} are new; every new file read back and found right`,
      );
      say(folder);
      say(
        withKey
          ? 'It holds everything, the key to stored secrets too: keep it where administrators alone can read it'
          : 'It holds no key: a restore needs the SECRET_KEY of this installation',
      );
      if (config.databaseUrl === undefined && statSync(config.dataDir).dev === statSync(folder).dev) {
        say('It lies on the disk of the database itself: copy it to another machine');
      }
    } finally {
      await source.stop();
    }
  },
);
