import { readdirSync, readFileSync } from 'node:fs';
import { ptBrManagement } from '@atalaia/phrases/pt-br-management';
import { expect, test } from 'vitest';

const source = new URL('../../', import.meta.url);

/** What is shown within `ManageContent` alone, which waits for its texts. */
const managed = [
  'features/account/',
  'features/audit/',
  'features/company/company-form-schema',
  'features/company/components/company-configuration',
  'features/company/components/company-form',
  'features/company/components/logo-field',
  'features/company/logo-fault',
  'features/fleet-control/components/findings',
  'features/fleet-control/components/fleet-control-view',
  'features/fleet-control/components/run-card',
  'features/fleet-control/components/start-form',
  'features/fleet-control/run-words',
  'features/registers/',
  'features/sessions/',
  'features/sharing/list/',
  'features/server-settings/',
  'lib/attributes/',
  'lib/formats/phone-mask',
];

test('no screen speaks the texts of the management before they were asked for', () => {
  const keys = Object.keys(ptBrManagement).map((key) => key.replace(/_(one|other)$/, ''));
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      /\.tsx?$/.test(file) && !file.includes('.test.') && !managed.some((folder) => file.startsWith(folder)),
  );
  expect(files.length).toBeGreaterThan(200);
  const spoken = files.flatMap((file) => {
    const code = readFileSync(new URL(file, source), 'utf8');
    return keys.filter((key) => code.includes(`'${key}'`)).map((key) => `${file}: ${key}`);
  });
  expect(spoken).toEqual([]);
});
