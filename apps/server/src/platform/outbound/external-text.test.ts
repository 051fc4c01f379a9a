import { expect, test } from 'vitest';
import { externalText } from './external-text.ts';

const secret = 'firm:a/b+c&"Ção 9';

test('[PAY-01] [FLT-01] words of another system are one line without NUL, control and turning marks, whole characters only', () => {
  expect(externalText(' not\u0000 so\u001b[1m\r\nmuch\u202e \ud83d', 500, [])).toBe('not so [1m much');
  expect(externalText('ab\ud83d\ude00', 3, [])).toBe('ab');
  expect(externalText('ab\ud83d\ude00', 4, [])).toBe('ab\ud83d\ude00');
  expect(externalText('\u0000 \u202e', 500, [])).toBe('');
});

test('[PAY-01] [FLT-01] a secret does not come out of them, however it is written, nor a part of it at the cut', () => {
  const forms = [
    secret,
    secret.toUpperCase(),
    secret.replaceAll('/', String.raw`\/`),
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    encodeURI(secret),
    encodeURIComponent(secret),
    encodeURIComponent(encodeURIComponent(secret)),
    encodeURIComponent(secret).toLowerCase(),
    new URLSearchParams({ k: secret }).toString().slice(2),
    [...secret].map((one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
    secret.replaceAll('&', '&#38;').replaceAll('"', '&#x22;'),
  ];
  for (const form of forms) expect(externalText(`key ${form}!`, 500, ['', secret])).toBe('key …!');
  expect(externalText(`12345 ${secret}`, 10, [secret])).toBe('12345 …');
  expect(externalText('abcd', 10, ['ab', 'abcd'])).toBe('…');
});
