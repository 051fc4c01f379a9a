/** `npm run restore -- PLACE`: an installation as it was when the backup was taken. */
import { checkBackup } from './backup/check-backup.ts';
import { runCommand } from './backup/command.ts';
import { type Manifest, readManifest, rowsIn } from './backup/manifest.ts';
import { findBackup } from './backup/place.ts';
import { refuseLaterRelease } from './backup/restore/load-backup.ts';
import { type Restored, refuseEmbedded, restoreEmbedded } from './backup/restore/restore-embedded.ts';
import { refuseExternal, restoreExternal } from './backup/restore/restore-external.ts';
import { BackupRefused } from './errors/backup-errors.ts';

const usage = `
npm run restore -- PLACE [--check] [--replace] [--without-key] [--leave-out=TABLE]

  PLACE              a backup, or the folder that backups lie in: then the newest
  --check            only reads the backup and says whether it is whole
  --replace          moves an installation that is in DATA_DIR aside; without it, a full DATA_DIR is refused
  --without-key      restores although the key to stored secrets is not there
  --leave-out=TABLE  leaves out a table that somebody added by hand and that cannot be made here`;

await runCommand(
  usage.trimStart(),
  {
    check: { type: 'boolean' },
    replace: { type: 'boolean' },
    'without-key': { type: 'boolean' },
    'leave-out': { type: 'string', multiple: true },
  },
  async ({ config, place, options, say, log, signal }) => {
    const startMs = performance.now();
    const { folder, before } = findBackup(place);
    /** Names the backup before the newest one, where something is wrong with that. */
    const reading = async <Found>(work: () => Found | Promise<Found>): Promise<Found> => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof BackupRefused) || before === undefined) throw error;
        throw new BackupRefused(
          `${error.message}\nThe backup before it is ${before}: name that one to restore it`,
        );
      }
    };
    const manifest = await reading(() => readManifest(folder));
    const check = async () => {
      say(`Reading ${folder}`);
      await reading(() => checkBackup(folder, manifest, signal));
      say(`It is whole: ${described(manifest)}`);
    };
    if (options.check === true) return check();

    refuseLaterRelease(manifest);
    const given = options['leave-out'];
    const leaveOut = new Set(Array.isArray(given) ? given.map(String) : []);
    const load = { folder, manifest, leaveOut, say, signal };
    const order = { config, load, withKey: options['without-key'] !== true, log };
    const { databaseUrl } = config;
    const restored = databaseUrl === undefined ? intoDataDir() : intoDatabase(databaseUrl);
    for (const line of outcome(await restored, manifest, performance.now() - startMs)) say(line);

    async function intoDataDir(): Promise<Restored> {
      const embedded = { ...order, replace: options.replace === true };
      await refuseEmbedded(embedded);
      await check();
      return restoreEmbedded(embedded);
    }
    async function intoDatabase(url: string): Promise<Restored> {
      const external = { ...order, databaseUrl: url };
      await refuseExternal(external);
      await check();
      return restoreExternal(external);
    }
  },
);

function described(manifest: Manifest): string {
  const { takenAt, release, postgres, key } = manifest;
  const rows = rowsIn(manifest).toLocaleString('en');
  return `${rows} rows as they were at ${takenAt}, of release ${release} on PostgreSQL ${postgres}, ${key.file ? 'with' : 'without'} its key`;
}

function* outcome({ settled, aside }: Restored, manifest: Manifest, tookMs: number): Generator<string> {
  if (settled) {
    yield `Restored in ${(tookMs / 1000).toFixed(1)} s: every table was read back and is as it was at ${manifest.takenAt}`;
    const { sessions, commands, blocks, deliveries, campaignSms, removals, exchanges, takes } = settled;
    if (sessions > 0) yield `${sessions} sessions have ended: everybody signs in again`;
    if (commands > 0) {
      yield `${commands} commands waited for their device then: they may have been sent since, and are not sent again. Their devices show them as failed`;
    }
    if (blocks > 0) {
      yield `${blocks} blocks waited for their vehicle to stop then: somebody may have taken them back since, and they are not carried out. Ask again for what is still wanted`;
    }
    if (deliveries > 0) yield `${deliveries} mails and messages waited then: they are not sent again`;
    if (campaignSms > 0) {
      yield `${campaignSms} SMS of campaigns waited then: they may have been sent since, and are not sent again by themselves. Their devices show as uncertain in the campaign, which can send them again`;
    }
    if (removals > 0) {
      yield `${removals} things were about to be removed then: somebody may have undone it since, and they stay. Remove again what is to go`;
    }
    if (exchanges > 0) {
      yield `${exchanges} exchanges with the fleet-control provider were under way then: they do not go on. The next one begins anew`;
    }
    if (takes > 0) {
      yield `${takes} sides of differences were to be written then: they may have been written since, and are not written by themselves. Compare again, and choose again what is still wanted`;
    }
  } else yield 'The restore that was cut off has been brought to its end';
  if (aside) yield `What was there before lies in ${aside}, whole: remove it when it is not needed any more`;
  yield 'Start it with: npm start';
}
