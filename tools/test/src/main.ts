/**
 * `npm test`: every check and test, two at a time where neither keeps the machine busy. The last line is
 * `N passed, N failed, N skipped`; ends with 1 when anything failed. Arguments name the steps to run: `all` are those of `npm test`, `long` the long proofs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './run-tool.ts';
import { chooseSteps, groupsOf, type Step } from './steps.ts';
import { lineOf, sum, type Tally } from './tally.ts';

const chosen = chooseSteps(process.argv.slice(2));
if (typeof chosen === 'string') {
  console.error(chosen);
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'atalaia-npm-test-'));
// servers that tests start are copies of one: `tools/fixtures/src/running-server.ts`
process.env.ATALAIA_TEST_CLUSTER = join(folder, 'cluster');
const results: { step: Step; tally: Tally; seconds: number }[] = [];
try {
  for (const group of groupsOf(chosen)) {
    const waiting = [...group];
    const lane = async () => {
      for (let step = waiting.shift(); step; step = waiting.shift()) {
        console.log(`\n── ${step.title} (${step.name})`);
        const startedMs = performance.now();
        const tally = await step.run(folder, group.length > 1 ? step.name : undefined);
        results.push({ step, tally, seconds: (performance.now() - startedMs) / 1000 });
      }
    };
    await Promise.all([lane(), lane()]);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

console.log('');
for (const { step, tally, seconds } of results) {
  console.log(`${tally.failed > 0 ? '✗' : '✓'} ${step.title}: ${lineOf(tally)} (${seconds.toFixed(1)} s)`);
}
const names = (mark: string, list: 'failures' | 'retried') => {
  for (const { step, tally } of results) {
    for (const name of tally[list]) console.log(`${mark} ${step.name}: ${name.replace(`${root}/`, '')}`);
  }
};
names('passed when tried again:', 'retried');
names('✗', 'failures');
const total = sum(results.map(({ tally }) => tally));
console.log(lineOf(total));
process.exitCode = total.failed > 0 ? 1 : 0;
