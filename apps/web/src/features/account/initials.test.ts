import { expect, test } from 'vitest';
import { initialsOf } from './components/account-menu.tsx';

test.each([
  ['Central de Monitoramento', 'CM'],
  ['ana', 'AN'],
  ['  ', ''],
  ['É', 'É'],
  ['👩‍🚒 Ana', '👩A'],
])('%s stands as %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
