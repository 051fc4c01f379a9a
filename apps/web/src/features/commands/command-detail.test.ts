import { sentStateSchema } from '@atalaia/contract/devices/sent-command';
import { hasPhrase, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { commandDetail } from './command-labels.ts';

const phrases: Readonly<Record<string, string>> = phrasesFor('en');
const texts = {
  text: (key: string, values: Readonly<Record<string, string | number>> = {}) =>
    (phrases[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name])),
  textOr: (key: string, otherwise: string) => phrases[key] ?? otherwise,
};
const formats = { panelTime: () => '2026-11-21 12:10:00' };
const detail = (part: object) =>
  commandDetail(
    { state: 'sent', answer: null, reason: null, expiresTime: '2026-11-21T15:10:00Z', ...part },
    texts,
    formats,
  );

test.each([
  [{ state: 'queued' }, 'Waiting for the tracker to connect; expires on 2026-11-21 12:10:00.'],
  [{ state: 'sent' }, 'Waiting for the tracker’s answer.'],
  [{ state: 'answered', answer: 'DYD=Success!' }, 'The tracker confirmed the command.'],
  [{ state: 'answered', answer: 'RELAY:not ok' }, 'The tracker answered that it did not accept the command.'],
  [{ state: 'failed', answer: 'OK' }, 'The tracker answered that it did not accept the command.'],
  [{ state: 'answered', answer: 'ST300CMD;Res;100850' }, 'The tracker answered.'],
  [{ state: 'answered' }, ''],
  [{ state: 'failed', reason: 'no-answer' }, 'The tracker did not answer in time.'],
  [{ state: 'failed', reason: 'of-tomorrow' }, 'of-tomorrow'],
  [{ state: 'expired' }, 'The queued command expired without being sent.'],
])('[CMD-05] [CMD-07] the person is told what became of a command: %o', (part, expected) => {
  expect(detail(part)).toBe(expected);
});

test('[CMD-05] every state of a command has its word', () => {
  expect(sentStateSchema.options.filter((state) => !hasPhrase(`commandState.${state}`))).toEqual([]);
});
