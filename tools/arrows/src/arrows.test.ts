import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { breachesIn } from './check.ts';
import { mostProductFiles, sizeBreachesIn } from './tree-size.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'atalaia-arrows-'));
  for (const workspace of ['packages/contract', 'packages/domain', 'apps/server', 'apps/web']) {
    write(`${workspace}/package.json`, manifestOf(workspace));
  }
  write('packages/domain/src/units.ts', 'export const knot = 1.852;');
  write('packages/contract/src/device.ts', "import { z } from 'zod';\nexport const device = z.object({});");
  write('apps/server/src/platform/db/pool.ts', "import pg from 'pg';\nexport const pool = new pg.Pool();");
  write(
    'apps/server/src/modules/devices/devices-queries.ts',
    "export { pool } from '../../platform/db/pool.ts';",
  );
  write('apps/server/src/modules/devices/devices-service.ts', "export { pool } from './devices-queries.ts';");
  write('apps/web/src/ui/button.tsx', 'export const Button = () => <button />;');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(join(root, dirname(path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function manifestOf(workspace: string): string {
  return JSON.stringify({ name: `@atalaia/${workspace.split('/')[1]}`, exports: { './*': './src/*.ts' } });
}

test('a tree that keeps to the arrows has no breach', () => {
  write(
    'apps/server/src/modules/groups/groups-service.ts',
    "import type { pool } from '../devices/devices-service.ts';\nexport type Pool = typeof pool;",
  );
  write('apps/web/src/features/login/login.tsx', "export { Button } from '../../ui/button.tsx';");
  expect(breachesIn(root)).toEqual([]);
});

const server = 'apps/server/src/modules';

test.each([
  [
    'a package of an app',
    'packages/domain/src/a.ts',
    "import '@atalaia/server/platform/db/pool';",
    /packages\/domain may not import apps\/server/,
  ],
  [
    'a package of one it may not',
    'packages/domain/src/a.ts',
    "import type { device } from '@atalaia/contract/device';",
    /packages\/domain may not import packages\/contract/,
  ],
  [
    'the web of the server, in a test too',
    'apps/web/src/lib/a.test.ts',
    "import '../../../server/src/platform/db/pool.ts';",
    /apps\/web may not import apps\/server/,
  ],
  [
    'I/O in a pure package',
    'packages/domain/src/a.ts',
    "import { readFileSync } from 'node:fs';",
    /imports the package node:fs, which domain may not/,
  ],
  [
    'another package than zod in the contract',
    'packages/contract/src/a.ts',
    "import dayjs from 'dayjs';",
    /imports the package dayjs, which contract may not/,
  ],
  [
    'the database by a route',
    `${server}/devices/devices-routes.ts`,
    "import { pool } from '../../platform/db/pool.ts';",
    /routes may not import db/,
  ],
  [
    'queries by a route, as types',
    `${server}/devices/devices-routes.ts`,
    "import type { pool } from './devices-queries.ts';",
    /routes may not import module queries/,
  ],
  [
    'queries by a route, in a dynamic import',
    `${server}/devices/devices-routes.ts`,
    "await import('./devices-queries.ts');",
    /routes may not import module queries/,
  ],
  [
    'queries by a route, re-exported',
    `${server}/devices/devices-routes.ts`,
    "export * from './devices-queries.ts';",
    /routes may not import module queries/,
  ],
  [
    'queries by a route, in an inline type',
    `${server}/devices/devices-routes.ts`,
    "export type P = typeof import('./devices-queries.ts').pool;",
    /routes may not import module queries/,
  ],
  [
    "another module's queries",
    `${server}/groups/groups-service.ts`,
    "import type { pool } from '../devices/devices-queries.ts';",
    /groups may not import devices/,
  ],
  [
    "another module's service as a value",
    `${server}/groups/groups-service.ts`,
    "import { pool } from '../devices/devices-service.ts';",
    /groups may not import devices/,
  ],
  [
    "a module's queries by the ingest",
    'apps/server/src/ingest/a.ts',
    "import '../modules/devices/devices-queries.ts';",
    /ingest may not import module queries/,
  ],
  [
    'a feature by the design system',
    'apps/web/src/ui/a.tsx',
    "import '../features/login/login.tsx';",
    /ui may not import feature/,
  ],
  [
    'a feature by the map, as a worker',
    'apps/web/src/map/a.ts',
    "new Worker(new URL('../features/login/login.tsx', import.meta.url));",
    /map may not import feature/,
  ],
  [
    'a feature by a feature',
    'apps/web/src/features/strip/a.ts',
    "import '../login/login.tsx';",
    /strip may not import login/,
  ],
  [
    'SQL in a service',
    `${server}/groups/groups-service.ts`,
    "export const read = (db: { query(text: string): void }) => db.query('SELECT 1');",
    /holds SQL, which service may not/,
  ],
  [
    'a typed query in a service',
    `${server}/groups/groups-service.ts`,
    "export const read = (db: { query<Row>(text: string): Row }) => db.query<{ id: number }>('SELECT 1');",
    /holds SQL, which service may not/,
  ],
  [
    'a feature by the frame of lists and forms',
    'apps/web/src/resources/a.tsx',
    "import '../features/login/login.tsx';",
    /resources may not import feature/,
  ],
  [
    'a noun by name in the frame of lists and forms',
    'apps/web/src/resources/a.tsx',
    "export const pathOf = (kind: string) => (kind === 'devices' ? 1 : 2);",
    /names devices, which resources may not/,
  ],
  [
    'a noun inside a name in the frame of lists and forms',
    'apps/web/src/resources/a.tsx',
    'export const forOneCustomerOnly = 1;',
    /names Customer, which resources may not/,
  ],
  [
    'a file that does not exist',
    'packages/domain/src/a.ts',
    "import './nowhere.ts';",
    /imports \.\/nowhere\.ts, which does not exist/,
  ],
  ['a test', 'packages/domain/src/a.ts', "import './units.test.ts';", /imports the test/],
])('an import of %s is reported with its line', (_what, path, text, report) => {
  write('apps/web/src/features/login/login.tsx', 'export const Login = 1;');
  write('packages/domain/src/units.test.ts', '');
  write(path, `// a line\n${text}`);
  const breaches = breachesIn(root);
  expect(breaches).toEqual([expect.stringMatching(report)]);
  expect(breaches[0]).toContain(`${path}:2 `);
});

test('what stands in a comment or a string is no import', () => {
  write(
    'packages/domain/src/a.ts',
    "/* import './nowhere.ts' */ export const a = \"import './nowhere.ts'\";",
  );
  write(
    'packages/domain/src/b.ts',
    "// typeof import('./nowhere.ts').x and new URL('./no.ts', import.meta.url)",
  );
  expect(breachesIn(root)).toEqual([]);
});

test('the frame of lists and forms may speak of a noun in a comment', () => {
  write(
    'apps/web/src/resources/a.tsx',
    '/** Such as a device. */\nexport const useGrouped = 1; // of a customer',
  );
  expect(breachesIn(root)).toEqual([]);
});

test('a circle is reported as the way around it, also one of types alone', () => {
  write('packages/domain/src/a.ts', "import './b.ts';");
  write('packages/domain/src/b.ts', "import type { C } from './c.ts';\nimport './units.ts';");
  write('packages/domain/src/c.ts', "import './a.ts';\nexport type C = 1;");
  expect(breachesIn(root)).toEqual([
    'circle: packages/domain/src/a.ts → packages/domain/src/b.ts → packages/domain/src/c.ts → packages/domain/src/a.ts',
  ]);
});

test('a file that lies in no layer is reported', () => {
  write('apps/server/elsewhere/a.ts', '');
  expect(breachesIn(root)).toEqual([
    expect.stringMatching(/^apps\/server\/elsewhere\/a\.ts lies in no layer/),
  ]);
});

test('a file of over 400 lines needs a reason, and a test does not', () => {
  const long = 'export {};\n'.repeat(401);
  write('packages/domain/src/long.ts', long);
  write('packages/domain/src/long.test.ts', long);
  write('packages/domain/src/reasoned.ts', `// over 400 lines: one table that is read as one\n${long}`);
  write('packages/domain/src/just.ts', 'export {};\n'.repeat(400));
  expect(breachesIn(root)).toEqual(['packages/domain/src/long.ts has over 400 lines and gives no reason']);
});

test('a function of over 120 lines is reported, and a test is not', () => {
  const lines = (count: number) => '  go();\n'.repeat(count);
  write('packages/domain/src/a.ts', `export function a(go: () => void) {\n${lines(118)}}\n`);
  write('packages/domain/src/b.ts', `\nexport const b = (go: () => void) => {\n${lines(119)}};\n`);
  write('packages/domain/src/b.test.ts', `function b(go: () => void) {\n${lines(300)}}\n`);
  expect(breachesIn(root)).toEqual([
    'packages/domain/src/b.ts:2 b has over 120 lines: split it by its state',
  ]);
});

test('a folder of over 25 files is reported, tests counted and folders in it not', () => {
  for (let number = 1; number <= 13; number += 1) {
    write(`packages/domain/src/geo/a${number}.ts`, '');
    write(`packages/domain/src/geo/a${number}.test.ts`, '');
    write(`packages/domain/src/geo/time/a${number}.ts`, '');
  }
  expect(breachesIn(root)).toEqual(['packages/domain/src/geo has 26 files, over 25: make folders of it']);
});

test('more files of apps and packages than one finds his way in are reported; tests, journeys and tools are not counted', () => {
  const named = (folder: string, end: string, count: number) =>
    Array.from({ length: count }, (_, at) => `${folder}/${Math.floor(at / 20)}/a${at}${end}`);
  const most = [
    ...named('apps/web/src/ui', '.tsx', mostProductFiles - 20),
    ...named('packages/domain/src', '.ts', 20),
    ...named('apps/web/src/lib', '.test.ts', 40),
    ...['tools/bench/src', 'e2e/journeys'].flatMap((folder) => named(folder, '.ts', 40)),
  ];
  expect(sizeBreachesIn(most)).toEqual([]);
  expect(sizeBreachesIn([...most, 'apps/server/src/a.ts'])).toEqual([
    'apps and packages have 1801 files, over 1800: join what is one idea',
  ]);
});
