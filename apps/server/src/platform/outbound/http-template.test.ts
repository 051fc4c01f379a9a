import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { HttpTemplate } from '../config/http-template-settings.ts';
import { fillTemplate } from './channels.ts';

const template: HttpTemplate = {
  url: 'https://sms.example/send?to={phone}',
  method: 'POST',
  headers: {},
  body: '{"to":"{phone}","text":"{text}","keep":"{other}"}',
};

test('[ING-08] whatever a text holds, the body stays the JSON it was written as', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (phone, text) => {
      const { url, body = '' } = fillTemplate(template, { phone, text });
      expect(JSON.parse(body)).toEqual({ to: phone, text, keep: '{other}' });
      expect(new URL(url).searchParams.get('to')).toBe(phone);
    }),
  );
});

test('a form is percent-encoded, and a body of another type is left bare', () => {
  const values = { phone: '+55', text: 'a&b=ç' };
  const form = fillTemplate({ ...template, body: 'to={phone}&text={text}' }, values);
  expect(form).toMatchObject({ body: 'to=%2B55&text=a%26b%3D%C3%A7' });
  expect(form.headers).toEqual({ 'content-type': 'application/x-www-form-urlencoded' });
  const headers = { 'Content-Type': 'text/plain' };
  expect(fillTemplate({ ...template, headers, body: '{text}' }, values).body).toBe('a&b=ç');
});

test('a value that looks like a placeholder is not filled in turn', () => {
  expect(fillTemplate(template, { phone: '{text}', text: 'x' }).body).toContain('"to":"{text}"');
});

test('GET sends no body', () => {
  expect(fillTemplate({ ...template, method: 'GET' }, { phone: '1', text: 'x' })).not.toHaveProperty('body');
});
