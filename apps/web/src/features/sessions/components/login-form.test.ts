import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { loginFormSchema } from './login-form.tsx';

function messagesOf(email: string, password: string) {
  const read = loginFormSchema.safeParse({ email, password, keepConnected: false });
  return read.error?.issues.map(({ path, message }) => [path[0], ptBr[message as keyof typeof ptBr]]) ?? [];
}

const userMissing = ['email', 'Por favor informe o seu usuário ou e-mail'];
const passwordMissing = ['password', 'Por favor informe a senha'];

test('[AUTH-02] an empty form says both at once', () => {
  expect(messagesOf('', '')).toEqual([userMissing, passwordMissing]);
});

test('[AUTH-02] a password under four characters counts as none', () => {
  expect(messagesOf('ana', 'abc')).toEqual([passwordMissing]);
  expect(messagesOf('ana', 'abcd')).toEqual([]);
});

test('[AUTH-02] blanks are no user name', () => {
  expect(messagesOf('  ', 'abcd')).toEqual([userMissing]);
});

test('blanks around a user name are dropped, those of a password are kept', () => {
  const form = loginFormSchema.parse({ email: ' ana@example.com ', password: ' ab ', keepConnected: true });
  expect(form).toEqual({ email: 'ana@example.com', password: ' ab ', keepConnected: true });
});
