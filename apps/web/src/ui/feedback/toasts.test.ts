import { expect, test } from 'vitest';
import { createToasts } from './toasts.ts';

const texts = (toasts: ReturnType<typeof createToasts>) => toasts.get().map(({ text }) => text);

test('a text that is shown is not shown twice, and may come again once it is gone', () => {
  const toasts = createToasts();
  toasts.show('failure', 'Erro de conexão');
  toasts.show('failure', 'Erro de conexão');
  expect(texts(toasts)).toEqual(['Erro de conexão']);
  toasts.dismiss(toasts.get()[0]!.id);
  expect(texts(toasts)).toEqual([]);
  toasts.show('failure', 'Erro de conexão');
  expect(texts(toasts)).toEqual(['Erro de conexão']);
});

test('the oldest give way to the newest four', () => {
  const toasts = createToasts();
  for (const text of ['a', 'b', 'c', 'd', 'e']) toasts.show('info', text);
  expect(texts(toasts)).toEqual(['b', 'c', 'd', 'e']);
});
