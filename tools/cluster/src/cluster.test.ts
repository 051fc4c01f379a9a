/**
 * An installation of real processes: NATS three times, a proxy, two or three of each role, and one PostgreSQL; with
 * `CLUSTER_HA=1` two of them under Patroni. `CLUSTER_SHORT=1` is what continuous integration has the time for.
 */
import { afterAll, beforeAll } from 'vitest';
import {
  availablePrograms,
  isAgreedBy,
  requirePrograms,
  testPrograms,
  usualPrograms,
} from './debian-packages.ts';
import { openScene, type Scene } from './testing/scene.ts';
import { fakeSms, tellOnce } from './tests/jobs.ts';
import { natsServerStandsStill, newsMayBeAway } from './tests/news.ts';
import { everybodySees } from './tests/people.ts';
import { survivesPostgres } from './tests/postgres.ts';
import { saysWhatItDoes, startsAndRefuses } from './tests/starts.ts';
import { trackersWander } from './tests/trackers.ts';
import { canBeWatched } from './tests/watched.ts';

const ha = process.env.CLUSTER_HA === '1';
const isShort = process.env.CLUSTER_SHORT === '1';
const programs = {
  ...(ha ? availablePrograms : usualPrograms),
  ...(isShort ? {} : testPrograms),
};
let scene: Scene | undefined;
const opened = (): Scene => {
  if (!scene) throw new Error('the cluster did not start');
  return scene;
};

beforeAll(async () => {
  await requirePrograms(programs, isAgreedBy([]));
  scene = await openScene({ ha, processes: { jobs: 3 }, env: { SMS_URL: (await fakeSms()).url } });
});
afterAll(() => scene?.end());

saysWhatItDoes(opened);
trackersWander(opened);
everybodySees(opened);
newsMayBeAway(opened);
if (!isShort) {
  natsServerStandsStill(opened);
  startsAndRefuses(opened);
  tellOnce(opened);
  canBeWatched(opened);
}
if (ha) survivesPostgres(opened);
