import { type PhraseKey, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { statusText } from './failure-text.ts';

const textIn = (language: 'pt-BR' | 'en', error: unknown) =>
  statusText(error, (key) => phrasesFor(language)[key as PhraseKey]);
const failures = [400, 401, 403, 404, 409, 500, 0].map((status) => new ApiError('internal-error', status));

test('[ERR-01] a toast says a failure by its status, in both languages', () => {
  expect(failures.map((failure) => textIn('pt-BR', failure))).toEqual([
    'Operação não autorizada',
    'Usuário não autenticado',
    'Não possui direitos de acesso',
    'Não encontrado',
    'Ops! Erro interno',
    'Ops! Erro interno',
    'Erro de conexão',
  ]);
  expect(failures.map((failure) => textIn('en', failure))).toEqual([
    'Unauthorized Operation',
    'Unauthenticated user',
    'Has no access rights',
    'Not Found',
    'Ops! Internal Error',
    'Ops! Internal Error',
    'Connection error',
  ]);
});

test('[ERR-01] a duplicate is called one', () => {
  expect(textIn('pt-BR', new ApiError('duplicate-driver', 400))).toMatch(/^Já existe/);
  expect(textIn('pt-BR', new ApiError('invalid-input', 400))).toBe('Operação não autorizada');
});

test('[ERR-01] a full disk of the server is told: what happened, what was kept, what to do', () => {
  const full = new ApiError('no-space', 503);
  expect(textIn('pt-BR', full)).toMatch(/disco do servidor está cheio.*continua aqui.*Avise/);
  expect(textIn('en', full)).toMatch(/disk is full.*stays here.*Tell/);
});

test('a failure of the page itself is an internal one', () => {
  expect(textIn('pt-BR', new TypeError('no such thing'))).toBe('Ops! Erro interno');
});
