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

test('[ERR-01] what one act says is one toast: the last of two failures, or what went well and what did not', () => {
  const ends: (() => void)[] = [];
  const toasts = createToasts((end) => ends.push(end));
  const nextTurn = () => {
    for (const end of ends.splice(0)) end();
  };
  toasts.show('failure', 'Erro de conexão');
  toasts.show('failure', 'O link não pôde ser criado.');
  nextTurn();
  toasts.show('success', '3 alarmes fechados.');
  toasts.show('info', '2 ficaram.');
  nextTurn();
  toasts.show('success', 'Seus dados foram salvos.');
  toasts.show('failure', 'A senha não.');
  nextTurn();
  toasts.show('success', 'Link copiado');
  expect(toasts.get().map(({ kind, text }) => [kind, text])).toEqual([
    ['failure', 'O link não pôde ser criado.'],
    ['success', '3 alarmes fechados. 2 ficaram.'],
    ['failure', 'Seus dados foram salvos. A senha não.'],
    ['success', 'Link copiado'],
  ]);
});

test('[NOT-01] news that come together stay apart, each with what can be done about it', () => {
  const toasts = createToasts(() => undefined);
  const run = () => undefined;
  toasts.show('success', 'Salvo');
  toasts.show('info', 'Ignição ligada · A', { label: 'Pausar', run });
  toasts.show('info', 'Ignição ligada · B', { label: 'Pausar', run });
  toasts.show('info', 'Teste');
  expect(texts(toasts)).toEqual(['Salvo', 'Ignição ligada · A', 'Ignição ligada · B', 'Teste']);
});

test('[ERR-01] two texts of one toast are two sentences', () => {
  const toasts = createToasts(() => undefined);
  toasts.show('success', '1 chip guardado');
  toasts.show('failure', '3 linhas ficaram de fora.');
  expect(texts(toasts)).toEqual(['1 chip guardado. 3 linhas ficaram de fora.']);
});
