import { backup } from './backup/backup.ts';
import { nights } from './backup/nights.ts';
import type { Benchmark } from './benchmark.ts';
import { block } from './block/block.ts';
import { browser } from './browser/browser.ts';
import { cockpit } from './browser/cockpit.ts';
import { report } from './browser/report.ts';
import { screen, sideList } from './browser/screen.ts';
import { decoding } from './decoding/decoding.ts';
import { desk } from './desk/desk.ts';
import { garbage } from './garbage/garbage.ts';
import { guessing } from './guessing/guessing.ts';
import { held } from './held/held.ts';
import { ingest } from './ingest/ingest.ts';
import { rules } from './ingest/rules.ts';
import { latency } from './latency/latency.ts';
import { mirror } from './mirror/mirror.ts';
import { moving } from './moving/moving.ts';
import { bulk } from './reading/bulk.ts';
import { devices } from './reading/devices.ts';
import { drift } from './reading/drift.ts';
import { importing } from './reading/import.ts';
import { lists } from './reading/lists.ts';
import { maintenances } from './reading/maintenances.ts';
import { reports } from './reading/reports.ts';
import { towns } from './reading/towns.ts';
import { watching } from './reading/watching.ts';
import { reconnect } from './reconnect/reconnect.ts';
import { scale } from './scale/scale.ts';
import { recovery, start } from './start/start.ts';
import { sync } from './sync/sync.ts';
import { web } from './web/web.ts';

/** All of them, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  decoding,
  garbage,
  held,
  guessing,
  ingest,
  rules,
  mirror,
  latency,
  block,
  desk,
  browser,
  cockpit,
  screen,
  sideList,
  report,
  reports,
  devices,
  lists,
  maintenances,
  drift,
  importing,
  bulk,
  watching,
  towns,
  sync,
  moving,
  reconnect,
  scale,
  recovery,
  start,
  backup,
  nights,
  web,
];
