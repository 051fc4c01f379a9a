import { phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import type { Text } from '../../lib/texts/texts.ts';
import { commandLabel } from './command-labels.ts';

const phrases: Readonly<Record<string, string>> = phrasesFor('en');
const texts = {
  text: ((key: string) => phrases[key] ?? key) as Text,
  textOr: (key: string, otherwise: string) => phrases[key] ?? otherwise,
};

test('[CMD-01] a command is told by its type and its parameters; a type of tomorrow by its key', () => {
  expect(commandLabel({ type: 'setAgps', attributes: { enable: true } }, texts)).toMatch(/\(.+: Yes\)$/);
  expect(commandLabel({ type: 'ofTomorrow', attributes: {} }, texts)).toBe('ofTomorrow');
});
