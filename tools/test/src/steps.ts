import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { tallyOfPlaywright } from './playwright-tally.ts';
import { root, run, runTool } from './run-tool.ts';
import { failed, passed, type Tally } from './tally.ts';
import { tallyOfVitest } from './vitest-tally.ts';

/** One part of a test run. `name` also picks it: `npm test -- types units`. */
export interface Step {
  readonly name: string;
  readonly title: string;
  /** Has a command of its own and is no part of `npm test`. */
  readonly isApart?: boolean;
  /** Those of one word that follow each other go two at a time: none of them keeps two cores busy. What has none goes alone. */
  readonly together?: 'checks' | 'tests' | undefined;
  /** `folder` is for files that the step throws away; `tag` is there when another step runs beside it, for each of its lines. */
  run(folder: string, tag?: string): Promise<Tally>;
}

/** A program that checks something as a whole counts as one test. */
const check = (name: string, title: string, work: (tag?: string) => Promise<boolean>): Step => ({
  name,
  title,
  together: 'checks',
  run: async (_folder, tag) => ((await work(tag)) ? passed : failed),
});

const program = (name: string, title: string, file: string, args: readonly string[]): Step =>
  check(name, title, (tag) => run(process.execPath, [join(root, file), ...args], { tag }));

interface VitestOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** It starts servers, many of them: as `npm start` runs them, one file of the present sources, which is read in a third of the time. */
  readonly startsServers?: boolean;
}

function vitest(
  name: string,
  title: string,
  args: readonly string[],
  { env = {}, startsServers = false }: VitestOptions = {},
): Step {
  return {
    name,
    title,
    async run(folder, tag) {
      const server = startsServers ? await buildServer(tag) : {};
      if (!server) return failed;
      const file = join(folder, `${name}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const all = ['run', ...reporters, ...args];
      const endedWell = await runTool('vitest', 'vitest', all, { env: { ...env, ...server }, tag });
      return existsSync(file) ? tallyOfVitest(JSON.parse(readFileSync(file, 'utf8')), endedWell) : failed;
    },
  };
}

/** What `startServer` is told of it; undefined where it could not be made. */
async function buildServer(tag: string | undefined): Promise<NodeJS.ProcessEnv | undefined> {
  const isBuilt = await run(process.execPath, ['launch.mjs', 'build'], { tag });
  return isBuilt ? { ATALAIA_TEST_SERVER: 'apps/server/dist/main.js' } : undefined;
}

const journeys: Step = {
  name: 'journeys',
  title: 'journeys in a real browser',
  together: 'tests',
  async run(folder, tag) {
    const chromium = await ensureChromium();
    if ('missing' in chromium) {
      console.error(`the journeys in a real browser did not run: ${chromium.missing}`);
      return failed;
    }
    const file = join(folder, 'journeys.json');
    const args = ['test', '--config', join(root, 'e2e'), '--reporter=list,json'];
    const { path, shell = path } = chromium;
    const server = await buildServer(tag);
    if (!server) return failed;
    const env = {
      ...{ CHROMIUM_PATH: path, CHROMIUM_SHELL_PATH: shell, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      ...server,
    };
    const endedWell = await runTool('@playwright/test', 'playwright', args, { env, tag });
    return existsSync(file) ? tallyOfPlaywright(JSON.parse(readFileSync(file, 'utf8')), endedWell) : failed;
  },
};

/** Nobody waits for these while working: about 20 minutes. */
const longProofs: readonly Step[] = [
  vitest(
    'long-damages',
    '10,000 damages to each vector',
    ['packages/protocols/src/damaged-vectors.test.ts'],
    { env: { DAMAGES_EACH: '10000' } },
  ),
  vitest(
    'long-transaction',
    'a transaction that is open for 30 s beside others',
    ['apps/server/src/live/open-transaction.test.ts'],
    { env: { OPEN_TRANSACTION_MS: '30000' } },
  ),
  check('long-fuzz', 'streams that nobody sent, 30 s for each protocol', () =>
    run(process.execPath, ['tools/fuzz/src/main.ts', 'all', '30']),
  ),
  check('long-crash', 'a full disk, then kills under load for 5 minutes', () =>
    run(process.execPath, ['tools/crash/src/main.ts', '5']),
  ),
  check('long-writers', 'two writing servers that stand still and are killed by turns, for 5 minutes', () =>
    run(process.execPath, ['tools/crash/src/main.ts', 'writers', '5']),
  ),
  check('long-desk', 'a server that is killed in a storm of alarms while operators work, for 5 minutes', () =>
    run(process.execPath, ['tools/crash/src/main.ts', 'desk', '5']),
  ),
].map((step) => ({ ...step, together: undefined, isApart: true }));

/** In this order: what is quick to fail first. The journeys need what `web` builds. */
export const steps: readonly Step[] = [
  // on all cores
  {
    ...check('style', 'format and lint', () => runTool('@biomejs/biome', 'biome', ['check'])),
    together: undefined,
  },
  check('types', 'types', async (tag) => {
    const outcomes = [
      await runTool('typescript', 'tsc', [], { tag }),
      await runTool('typescript', 'tsc', ['-p', 'apps/web'], { tag }),
    ];
    return outcomes.every(Boolean);
  }),
  program('web', 'the web interface builds', 'launch.mjs', ['build']),
  program('arrows', 'arrows, circles and sizes', 'tools/arrows/src/main.ts', []),
  program('unused', 'unused files, exports and packages', 'node_modules/knip/bin/knip.js', []),
  program('advisories', 'known faults of packages, by the list that ships', 'tools/advisories/src/main.ts', [
    '--offline',
  ]),
  program('fuzz', 'streams that nobody sent, 3 s for each protocol', 'tools/fuzz/src/main.ts', ['all', '3']),
  {
    ...vitest(
      'cluster-short',
      'many processes of one installation, in a minute',
      ['--config', 'tools/cluster/vitest.config.ts', 'src/cluster.test.ts'],
      { env: { CLUSTER_SHORT: '1' }, startsServers: true },
    ),
    isApart: true,
  },
  // three workers keep two cores busy
  vitest('units', 'unit and database tests', [], { startsServers: true }),
  journeys,
  {
    ...vitest('install', 'installing and starting copies of the repository', [
      '--config',
      'tools/install-tests/vitest.config.ts',
    ]),
    together: 'tests',
    isApart: true,
  },
  ...(['', '-ha'] as const).map((more) => ({
    ...vitest(
      `cluster${more}`,
      `many processes of one installation, which are stopped and killed${more && ', with two PostgreSQL'}`,
      ['--config', 'tools/cluster/vitest.config.ts'],
      { env: { CLUSTER_HA: more && '1' } },
    ),
    isApart: true,
  })),
  ...longProofs,
];

/** By their names, or by the name of a group; what is wrong with the names, where something is. */
export function chooseSteps(names: readonly string[]): readonly Step[] | string {
  const groups: Readonly<Record<string, readonly Step[]>> = {
    all: steps.filter(({ isApart }) => !isApart),
    long: longProofs,
  };
  const known = [...Object.keys(groups), ...steps.map(({ name }) => name)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) return `there is no step ${unknown}; there are ${known.join(', ')}`;
  const chosen = names.length === 0 ? ['all'] : names;
  return steps.filter(
    (step) => chosen.includes(step.name) || chosen.some((name) => groups[name]?.includes(step)),
  );
}

/** What runs together: those of one word that follow each other, and each other step alone. */
export function groupsOf(chosen: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of chosen) {
    const last = groups.at(-1);
    if (step.together && step.together === last?.[0]?.together) last.push(step);
    else groups.push([step]);
  }
  return groups;
}
