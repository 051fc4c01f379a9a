import type { Dependent, Dependents } from '@atalaia/contract/dependents';
import { expect, test } from 'vitest';
import { isDecided, removalQuery } from './remove-dialog.tsx';

const one = (part: Partial<Dependent>): Dependent => ({
  ...{ kind: 'device', effect: 'choose', choices: ['detach', 'move', 'delete'], count: 1, named: [] },
  ...part,
});

test('[LIST-03] nothing is removed before everything that asks is decided, nor where something forbids it', () => {
  const found: Dependents = { seen: 's', hidden: false, dependents: [one({}), one({ kind: 'user' })] };
  const detach = { choice: 'detach', to: '' } as const;
  const move = (to: string) => ({ choice: 'move', to }) as const;
  expect(isDecided(found, 7, {})).toBe(false);
  expect(isDecided(found, 7, { device: detach })).toBe(false);
  expect(isDecided(found, 7, { device: detach, user: detach })).toBe(true);
  expect(isDecided(found, 7, { device: move(''), user: detach })).toBe(false);
  expect(isDecided(found, 7, { device: move('7'), user: detach })).toBe(false);
  expect(isDecided(found, 7, { device: move('8'), user: detach })).toBe(true);
  const decided = { device: detach, user: detach };
  expect(isDecided({ ...found, hidden: true }, 7, decided)).toBe(false);
  const forbidding = [...found.dependents, one({ kind: 'sinister', effect: 'restrict' })];
  expect(isDecided({ ...found, dependents: forbidding }, 7, decided)).toBe(false);
});

test('[LIST-03] a removal says what was seen and what becomes of it, and nothing of what is no longer there', () => {
  const found: Dependents = { seen: 's', hidden: false, dependents: [one({}), one({ kind: 'user' })] };
  const detach = { choice: 'detach', to: '' } as const;
  const decisions = { device: { choice: 'move', to: '8' }, user: detach, customer: detach } as const;
  expect(removalQuery(found, decisions)).toEqual({ seen: 's', decision: ['device:move:8', 'user:detach'] });
});
