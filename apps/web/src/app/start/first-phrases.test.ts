import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { ptBrManagement } from '@atalaia/phrases/pt-br-management';
import { ptBrMap } from '@atalaia/phrases/pt-br-map';
import { expect, test } from 'vitest';

const source = new URL('../..', import.meta.url);

/** What is shown within `ManageContent`, or a screen of the desk, which wait for their texts. */
const managed = [
  ...['accumulators', 'account', 'audit', 'calendars', 'commands/saved', 'computed-attributes', 'customers'],
  ...[
    'devices/device',
    'devices/protocol-setting-fields',
    'drivers',
    'geofences',
    'groups',
    'campaigns/',
    'maintenances',
    'mirrors',
    'notifications',
    'responders',
    'scheduled-reports',
  ],
  ...[
    'server-settings',
    'security/',
    'sessions/components/session-list',
    'sessions/sign-in-place',
    'sessions/use-sessions',
    'sharing/list',
  ],
  ...['sinisters/sinisters', 'traffic', 'unknown-trackers', 'users', 'fleet-control/run-labels'],
  ...['findings', 'fleet-control-view', 'run-card', 'start-form'].map(
    (name) => `fleet-control/components/${name}`,
  ),
  ...[
    'admin',
    'board',
    'call',
    'duty',
    'no-communication',
    'queue',
    'report',
    'shift',
    'silences',
    'until',
    'work',
  ].map((name) => `desk/${name}/`),
  'events/handled/',
  'commands/blocks/',
  'reconciliation/',
  'contacts/',
  'commands/components/theft-commands',
  'sinisters/cockpit/',
  'sinisters/recovery/',
  'desk/watch/watch-',
  ...['companies', 'company-fields'].map((name) => `companies/${name}`),
]
  .map((name) => `features/${name}`)
  .concat(
    'resources/',
    'app/shells/manage/',
    'app/shells/admin/desk/desk-',
    'app/shells/admin/cockpit/',
    'lib/attributes/',
    'lib/formats/phone-mask',
  );

test('no screen speaks the texts of the management before they were asked for', () => {
  const keys = Object.keys(ptBrManagement).map((key) => key.replace(/_(one|other)$/, ''));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.includes('.test.') && !managed.some((folder) => file.startsWith(folder)),
  );
  expect(files.length).toBeGreaterThan(200);
  const used = files.flatMap((file) => {
    const code = readFileSync(new URL(file, source), 'utf8');
    return keys.filter((key) => code.includes(`'${key}'`)).map((key) => `${file}: ${key}`);
  });
  expect(used).toEqual([]);
});

/** They name the tab, which says it once the texts of the map are there. */
const titles = ['app/routes/app-routes.tsx', 'app/shells/manage/manage-views.ts']
  .concat('features/chart/chart-kinds.ts', 'lib/reports/report-names.ts')
  .map((file) => new URL(file, source).href);

/** What is shown before the texts of the map were asked for, or while they do not come. */
const beforeMap = ['main.tsx', 'app/routes/login-route.tsx', 'app/routes/access-route.tsx'].concat(
  'features/sessions/components/openid-arrival.tsx',
  'features/sessions/components/sign-in-again.tsx',
  'features/security/enrol-screen.tsx',
);

/** A file with all it imports at once. */
function withImports(file: URL, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file.href) || !existsSync(file)) return found;
  const code = readFileSync(file, 'utf8');
  found.set(file.href, code);
  for (const [, path = ''] of code.matchAll(/^(?:import|export) (?!type\b)[^;]*?'(\.[^']+\.tsx?)';/gm)) {
    withImports(new URL(path, file), found);
  }
  return found;
}

test('nothing that is there before the sign-in speaks texts of the map', () => {
  const files = new Map(beforeMap.flatMap((file) => [...withImports(new URL(file, source))]));
  for (const file of beforeMap) expect(files.has(new URL(file, source).href), file).toBe(true);
  expect(files.size).toBeGreaterThan(60);
  const keys = Object.keys(ptBrMap).map((key) => key.replace(/_(one|other)$/, ''));
  const used = [...files].flatMap(([file, code]) =>
    titles.includes(file)
      ? []
      : keys.filter((key) => code.includes(`'${key}'`)).map((key) => `${file}: ${key}`),
  );
  expect(used).toEqual([]);
});
