import {
  type Block,
  type BlockHindrance,
  blockHindranceSchema,
  blockStateSchema,
} from '@atalaia/contract/block/block';
import { hasPhrase, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { hindranceWords, stateWords, vehicleWords } from './block-words.ts';

const phrases: Readonly<Record<string, string>> = phrasesFor('pt-BR');
const text = (key: string, values: Readonly<Record<string, string | number>> = {}) =>
  (phrases[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
const texts = {
  language: 'pt-BR',
  text,
  textOr: (key: string, otherwise: string) => phrases[key] ?? otherwise,
};
const formats = { speed: (knots: number) => `${Math.round(knots * 1.852)} km/h`, dateTime: () => '12:05' };

const policy = { maxFixAgeSeconds: { value: 300 } };
const said = (part: object) =>
  vehicleWords({ policy, hindrances: [], ...part } as never, texts as never, formats as never);

test('[BLOCK-01] the dialog says exactly what holds: moving, standing, an old position, or none', () => {
  expect(said({ speedKph: 40, fixAgeSeconds: 3 })).toContain('em movimento: 40 km/h');
  expect(said({ speedKph: 0, fixAgeSeconds: 3 })).toContain('está parado: 0 km/h');
  expect(said({ speedKph: 0, fixAgeSeconds: 301 })).toContain('A última posição é antiga');
  expect(said({ speedKph: 90, fixAgeSeconds: 20, hindrances: [{ rule: 'fix-age' }] })).toContain('antiga');
  expect(said({ speedKph: null, fixAgeSeconds: null })).toContain('Não há posição recente');
});

test('[BLOCK-01] a refusal names its rule, its policy and what lifts it, of every rule and lift in words', () => {
  const hindrance: BlockHindrance = {
    ...{ rule: 'max-speed', policyId: 3, policyName: 'Ônibus', lift: 'wait', limit: 5 },
  };
  expect(hindranceWords(hindrance, texts as never)).toBe(
    'Está acima de 5 km/h (política “Ônibus”). Use “Bloquear quando parar”: o servidor espera e envia.',
  );
  const { rule, lift } = blockHindranceSchema.shape;
  for (const word of rule.options) expect(hasPhrase(`block.rule.${word}`)).toBe(true);
  for (const word of lift.options) expect(hasPhrase(`block.lift.${word}`)).toBe(true);
});

test('[BLOCK-04] each state has its word, and says until when a second person has time', () => {
  for (const state of blockStateSchema.options) expect(hasPhrase(`blockState.${state}`)).toBe(true);
  const block = { state: 'requested', stateReason: 'second-person', confirmUntil: '2026-11-23T12:05:00Z' };
  expect(stateWords(block as Block, texts as never, formats as never)).toBe(
    'Pedido: aguarda a confirmação de um supervisor até 12:05',
  );
  const unanswered = { state: 'unanswered', stateReason: 'no-answer', confirmUntil: null };
  expect(stateWords(unanswered as Block, texts as never, formats as never)).toContain('Sem resposta: ');
  for (const [state, word] of [
    ['expired', 'Expirado'],
    ['refused', 'Recusado'],
  ]) {
    const restored = { state, stateReason: 'restored', confirmUntil: null };
    expect(stateWords(restored as Block, texts as never, formats as never)).toBe(
      `${word}: o sistema foi restaurado de um backup; isto não é feito por si só`,
    );
  }
});
