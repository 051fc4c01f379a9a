import type { AuditLine } from '@atalaia/contract/audit-line';
import { auditNounSchema } from '@atalaia/contract/audit-line';
import { resolveSettings } from '@atalaia/domain/settings';
import { hasPhrase, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { createFormats } from '../../../lib/formats/formats.ts';
import { detailWords, fieldWords } from './audit-details.ts';
import { type AuditWords, actionWords, nounWords, objectName, whoDid } from './audit-words.ts';

function wordsIn(language: 'pt-BR' | 'en'): AuditWords {
  const phrases: Readonly<Record<string, string>> = phrasesFor(language);
  const textOr = (key: string, otherwise: string) => phrases[key] ?? otherwise;
  return {
    text: (key, values) =>
      (phrases[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name])),
    textOr,
    formats: createFormats(resolveSettings({}, {}), language),
  };
}

const words = wordsIn('pt-BR');

function aLine(part: Partial<AuditLine> = {}): AuditLine {
  return {
    id: 1,
    at: '2026-11-21T06:58:08.000Z',
    userId: 7,
    userName: 'Ana',
    action: 'update',
    noun: 'device',
    objectId: 3,
    address: '10.1.2.3',
    details: {},
    names: { object: 'Onix' },
    ...part,
  };
}

test('[SEC-03] a line says who did what to what, in both languages', () => {
  const line = aLine({ details: { changed: ['name', 'group_id', 'attributes', 'unique_id'] } });
  const said = (language: 'pt-BR' | 'en') => {
    const all = wordsIn(language);
    return [whoDid(line, all), actionWords(line, all), nounWords(line, all), ...detailWords(line, all)];
  };
  expect(said('pt-BR')).toEqual([
    'Ana',
    'Alterou',
    'Dispositivo',
    'Mudou: nome, grupo, atributos, identificador',
  ]);
  expect(said('en')).toEqual(['Ana', 'Changed', 'Device', 'Changed: name, group, attributes, identifier']);
});

test('[SEC-03] every noun has a word in both languages', () => {
  for (const noun of auditNounSchema.options)
    expect([noun, hasPhrase(`auditNoun.${noun}`)]).toEqual([noun, true]);
});

test('[SEC-03] a thing bears the name that it has now, else the last one, else its number', () => {
  expect(objectName(aLine(), words)).toBe('Onix');
  expect(objectName(aLine({ names: {}, details: { name: 'Gol' } }), words)).toBe('Gol');
  expect(objectName(aLine({ names: {} }), words)).toBe('nº 3');
  expect(objectName(aLine({ noun: 'server', objectId: 1, names: {} }), words)).toBeUndefined();
  expect(objectName(aLine({ noun: 'notification', names: { object: 'alarm' } }), words)).toBe('Alarme');
  expect(objectName(aLine({ noun: 'sinister', names: { object: '12' } }), words)).toBe('nº 12');
});

test('[SEC-03] a link names its other side, also once that is gone', () => {
  const link = aLine({ action: 'link', noun: 'user', details: { geofenceId: 5 } });
  expect(detailWords({ ...link, names: { geofenceId: 'Casa' } }, words)).toEqual(['Cerca: Casa']);
  expect(detailWords({ ...link, names: {} }, words)).toEqual(['Cerca: nº 5']);
});

test.each([
  ['a command', { deviceId: 3, type: 'engineStop', textChannel: false }, ['Dispositivo: Gol', 'Bloquear']],
  [
    'a share',
    { deviceUniqueIds: ['86'], expiresAt: '2026-11-22T06:00:00Z' },
    ['86', 'Até 22/11/2026 - 03:00:00'],
  ],
  [
    'a report',
    { kind: 'trip', devices: 2, from: '2026-11-21T03:00:00Z', to: '2026-11-22T03:00:00Z' },
    ['Histórico de Viagens', 'Dispositivos: 2', 'De 21/11/2026 - 00:00:00 até 22/11/2026 - 00:00:00'],
  ],
  [
    'counters',
    { before: { totalDistance: 1000, hours: 0 }, totalDistance: 2000, hours: 3_600_000 },
    ['Distância total: 1,00 km → 2,00 km', 'Horímetro: 0 h 00 m → 1 h 00 m'],
  ],
  ['what nobody foresaw', { colour: { r: 1 }, big: [1, 2] }, ['colour: {"r":1}', 'big: 1, 2']],
])('[SEC-03] the details of %s are told in words', (_name, details, told) => {
  expect(detailWords(aLine({ details, names: { deviceId: 'Gol' } }), words)).toEqual(told);
});

test('[SEC-03] the server itself and who did not say his name are told apart', () => {
  expect(whoDid(aLine({ userName: null, address: null }), words)).toBe('O próprio servidor');
  expect(whoDid(aLine({ userName: null }), words)).toBe('Ninguém identificado');
});

test('a field without a word keeps its name', () => {
  expect(fieldWords('device', 'odd_thing', words)).toBe('oddThing');
});
