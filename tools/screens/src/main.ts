/** `npm run screens`: starts the demonstration, takes a picture of every screen, and writes `docs/screens.md`. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startServer } from '@atalaia/fixtures/running-server';
import { administrator, demoPassword } from '@atalaia/simulator/demo/company';
import { pageOfScreens } from './page-of-screens.ts';
import { openPhotographer } from './photographer.ts';
import { screens } from './screens.ts';

const docs = join(import.meta.dirname, '../../../docs');
/** The scenes of the demonstration begin within this time, so that there is something to see. */
const sceneMs = 100_000;

const requested = process.argv.slice(2);
const unknown = requested.find((name) => !screens.some((screen) => screen.name === name));
if (unknown !== undefined) {
  console.error(`there is no screen ${unknown}; there are ${screens.map(({ name }) => name).join(', ')}`);
  process.exit(2);
}

const demo = await startServer({
  program: ['tools/simulator/src/demo.ts'],
  env: { ADMIN_EMAIL: administrator, ADMIN_PASSWORD: demoPassword },
});
let failed = 0;
try {
  const chosen = screens.filter(({ name }) => requested.length === 0 || requested.includes(name));
  await untilSeeded(demo.output);
  const photographer = await openPhotographer(demo.origin, join(docs, 'pictures'), chosen);
  console.log('the demonstration drives for a while, so that there is something to see');
  await sleep(sceneMs);
  for (const screen of chosen) {
    try {
      await photographer.take(screen);
      console.log(`✓ ${screen.name}`);
    } catch (error) {
      failed += 1;
      console.error(`✗ ${screen.name}: ${error instanceof Error ? error.message : error}`);
    }
  }
  await photographer.close();
} finally {
  await demo.stop();
  rmSync(demo.dataDir, { recursive: true, force: true });
}
writeFileSync(join(docs, 'screens.md'), pageOfScreens(screens));
process.exitCode = failed > 0 ? 1 : 0;

/** The demonstration says its password once its company is registered. */
async function untilSeeded(output: () => string): Promise<void> {
  while (!output().includes(`password: ${demoPassword}`)) await sleep(100);
}
