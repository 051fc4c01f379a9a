import { expect, test } from 'vitest';
import { passwordFault } from '../accounts/new-password.ts';
import { isEmailAddress } from './email.ts';

test.each([
  'ana@example.com',
  'ana.lima+frota@sub.example.com.br',
  "o'neil_1@exa-mple.co",
  'joão@empresa.com.br',
  'ana@exâmple.com',
  'admin@atalaia.local',
  `${'a'.repeat(64)}@example.com`,
])('[USR-01] %s is an e-mail address', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

test.each([
  ...['', '@', 'ana', 'ana@', '@example.com', 'ana@example', 'ana@@example.com', 'a@b@example.com'],
  ...['.ana@example.com', 'ana.@example.com', 'an..a@example.com', 'ana@example..com', 'ana@.example.com'],
  ...['ana@example.com.', 'ana@-example.com', 'ana@example-.com', 'ana@10.0.0.1', 'ana@[10.0.0.1]'],
  ...[
    'ana lima@example.com',
    'ana@exa mple.com',
    'ana@example.com,eva@example.com',
    'ana@example.com;b@c.de',
  ],
  ...['Ana <ana@example.com>', '"ana"@example.com', 'ana\r\n@example.com', 'ana\u0000@example.com'],
  ...['ana@example.com\nBcc: eva@example.com', `${'a'.repeat(65)}@example.com`],
  `ana@${`${'b'.repeat(60)}.`.repeat(5)}com`,
])('[USR-01] %j is none', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});

test('[USR-03] a new password has 8 characters, is not among the commonest, nor what everybody knows of its owner', () => {
  const owner = { email: 'ana.beatriz@example.com', login: 'ana-beatriz', name: 'Ana Beatriz' };
  const faults = ['1234567', 'ééééééé', 'Senha123', ' PASSWORD ', 'aaaaaaab', 'ANA BEATRIZ', 'Ana-Beatriz'];
  expect(faults.map((text) => passwordFault(text, owner))).toEqual([
    ...['short', 'short', 'common', 'common', 'common', 'own', 'own'],
  ]);
  expect(passwordFault('ana.beatriz@example.com', owner)).toBe('own');
  expect(passwordFault('ana.beatriz', owner)).toBe('own');
  expect(passwordFault('Mar alto 8', owner)).toBeUndefined();
  expect(passwordFault('segredo1', { name: null })).toBeUndefined();
  // a common word with what is put around it, and with signs for its letters
  for (const text of [
    'Senha@123',
    'flamengo2024',
    'admin@2026',
    'Brasil@2026',
    'qwerty1234',
    'password!',
    '2026P@ssw0rd#',
  ])
    expect(passwordFault(text, {}), text).toBe('common');
  for (const text of ['senha-mestra-44', 'admin-de-frota', 'Tree-house-91'])
    expect(passwordFault(text, {}), text).toBeUndefined();
});
