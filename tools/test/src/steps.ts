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
  /** Keeps one core busy, so that the next such step goes beside it. */
  readonly isLight?: boolean;
  /** `folder` is for files that the step throws away. */
  run(folder: string): Promise<Tally>;
}

/** A program that checks something as a whole counts as one test. */
const check = (name: string, title: string, work: () => Promise<boolean>): Step => ({
  name,
  title,
  run: async () => ((await work()) ? passed : failed),
});

const light = (name: string, title: string, file: string, args: readonly string[]): Step => ({
  ...check(name, title, () => run(process.execPath, [join(root, file), ...args], { isBeside: true })),
  isLight: true,
});

function vitest(name: string, title: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Step {
  return {
    name,
    title,
    async run(folder) {
      const file = join(folder, `${name}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const endedWell = await runTool('vitest', 'vitest', ['run', ...reporters, ...args], { env });
      return existsSync(file) ? tallyOfVitest(JSON.parse(readFileSync(file, 'utf8')), endedWell) : failed;
    },
  };
}

const bundle = 'apps/server/dist/main.js';

const journeys: Step = {
  name: 'journeys',
  title: 'journeys in a real browser',
  async run(folder) {
    const chromium = await ensureChromium();
    if ('missing' in chromium) {
      console.error(`the journeys in a real browser did not run: ${chromium.missing}`);
      return failed;
    }
    const file = join(folder, 'journeys.json');
    const args = ['test', '--config', join(root, 'e2e'), '--reporter=list,json'];
    const { path, shell = path } = chromium;
    const env = {
      ...{ CHROMIUM_PATH: path, CHROMIUM_SHELL_PATH: shell, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      ATALAIA_TEST_SERVER: bundle,
    };
    // their servers run as `npm start` runs them, of the present sources
    if (!(await run(process.execPath, ['launch.mjs', 'build']))) return failed;
    const endedWell = await runTool('@playwright/test', 'playwright', args, { env });
    return existsSync(file) ? tallyOfPlaywright(JSON.parse(readFileSync(file, 'utf8')), endedWell) : failed;
  },
};

/** Nobody waits for these while working: about 20 minutes. */
const longProofs: readonly Step[] = [
  vitest(
    'long-damages',
    '10,000 damages to each vector',
    ['packages/protocols/src/damaged-vectors.test.ts'],
    {
      DAMAGES_EACH: '10000',
    },
  ),
  vitest(
    'long-transaction',
    'a transaction that is open for 30 s beside others',
    ['apps/server/src/live/open-transaction.test.ts'],
    { OPEN_TRANSACTION_MS: '30000' },
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
].map((step) => ({ ...step, isApart: true }));

/** In this order: what is quick to fail first. The journeys need what `web` builds. */
export const steps: readonly Step[] = [
  check('style', 'format and lint', () => runTool('@biomejs/biome', 'biome', ['check'])),
  check('types', 'types', async () => {
    const outcomes = [
      await runTool('typescript', 'tsc', []),
      await runTool('typescript', 'tsc', ['-p', 'apps/web']),
    ];
    return outcomes.every(Boolean);
  }),
  light('web', 'the web interface builds', 'launch.mjs', ['build']),
  light('arrows', 'arrows, circles and sizes', 'tools/arrows/src/main.ts', []),
  light('unused', 'unused files, exports and packages', 'node_modules/knip/bin/knip.js', []),
  light('advisories', 'known faults of packages, by the list that ships', 'tools/advisories/src/main.ts', [
    '--offline',
  ]),
  light('fuzz', 'streams that nobody sent, 3 s for each protocol', 'tools/fuzz/src/main.ts', ['all', '3']),
  {
    ...vitest(
      'cluster-short',
      'many processes of one installation, in a minute',
      ['--config', 'tools/cluster/vitest.config.ts', 'src/cluster.test.ts'],
      { CLUSTER_SHORT: '1' },
    ),
    isApart: true,
  },
  vitest('units', 'unit and database tests', []),
  journeys,
  {
    ...vitest('install', 'installing and starting copies of the repository', [
      '--config',
      'tools/install-tests/vitest.config.ts',
    ]),
    isApart: true,
  },
  ...(['', '-ha'] as const).map((more) => ({
    ...vitest(
      `cluster${more}`,
      `many processes of one installation, which are stopped and killed${more && ', with two PostgreSQL'}`,
      ['--config', 'tools/cluster/vitest.config.ts'],
      { CLUSTER_HA: more && '1' },
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

/** What runs together: light steps that follow each other, and each other step alone. */
export function groupsOf(chosen: readonly Step[]): readonly (readonly Step[])[] {
  const groups: Step[][] = [];
  for (const step of chosen) {
    const last = groups.at(-1);
    if (step.isLight && last?.[0]?.isLight) last.push(step);
    else groups.push([step]);
  }
  return groups;
}
