import { readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What starts whole programs and waits for them, in folders and files: half a minute and more each. */
const programs = [
  'apps/server/src/backup/',
  'apps/server/src/ingest/database-away.test.ts',
  'apps/server/src/ingest/holding.test.ts',
  'apps/server/src/ingest/trouble.test.ts',
  'apps/server/src/main.test.ts',
  'apps/server/src/restore.test.ts',
  'tools/bench/src/scale/',
  'tools/crash/',
  'tools/fixtures/',
  'tools/simulator/src/demo.test.ts',
];

/**
 * Programs first, since none of them is to begin when all else is done; pages last, since a worker is only used again for
 * a file of the same environment. In between the larger file goes first.
 */
class ByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const ofKind = Object.groupBy(bySize, ({ moduleId }) => kindOf(moduleId));
    return kinds.flatMap((kind) => ofKind[kind] ?? []);
  }
}

const kinds = ['program', 'other', 'page'] as const;

function kindOf(path: string): (typeof kinds)[number] {
  if (programs.some((one) => path.includes(`/${one}`))) return 'program';
  return /^\/\/ @vitest-environment /m.test(readFileSync(path, 'utf8')) ? 'page' : 'other';
}

export default defineConfig({
  test: {
    include: ['{apps,packages,tools}/**/*.test.{ts,tsx}'],
    // they have runs of their own
    exclude: [...configDefaults.exclude, 'tools/install-tests/**', 'tools/cluster/**'],
    globalSetup: ['apps/server/src/platform/db/vitest.global.ts'],
    // one more than there are cores: a third of the time goes to tests that wait for programs
    maxWorkers: 3,
    sequence: { sequencer: ByKind },
    // a file takes away what it set up, so that a worker reads the product's modules once and not once a file
    isolate: false,
    // a busy machine is slow: a state that never comes is a failure, one that comes late is none
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 20_000,
    // as with the journeys: a busy machine misses a deadline once, a defect misses it again; the run names what it tried again
    retry: 1,
    hookTimeout: 30_000,
  },
});
