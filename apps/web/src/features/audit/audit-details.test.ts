import { type AuditLine, auditNounSchema } from '@atalaia/contract/accounts/audit-line';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { hasPhrase, phrasesFor } from '@atalaia/phrases/phrases';
import { expect, test } from 'vitest';
import { createFormats } from '../../lib/formats/formats.ts';
import {
  type AuditLabels,
  actionLabel,
  actorOf,
  detailLabels,
  fieldLabels,
  nounLabel,
  objectName,
} from './audit-details.ts';

function wordsIn(language: 'pt-BR' | 'en'): AuditLabels {
  const phrases: Readonly<Record<string, string>> = phrasesFor(language);
  const textOr = (key: string, otherwise: string) => phrases[key] ?? otherwise;
  return {
    text: (key, values) =>
      (phrases[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name])),
    textOr,
    formats: createFormats(resolveSettings({}, {}), language),
  };
}

const labels = wordsIn('pt-BR');

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
  const label = (language: 'pt-BR' | 'en') => {
    const all = wordsIn(language);
    return [actorOf(line, all), actionLabel(line, all), nounLabel(line, all), ...detailLabels(line, all)];
  };
  expect(label('pt-BR')).toEqual([
    'Ana',
    'Alterou',
    'Dispositivo',
    'Mudou: nome, grupo, atributos, identificador',
  ]);
  expect(label('en')).toEqual(['Ana', 'Changed', 'Device', 'Changed: name, group, attributes, identifier']);
});

test('[SEC-03] who began a comparison with the fleet control is said in words', () => {
  const words = (startedBy: string) =>
    detailLabels(aLine({ noun: 'fleetControl', details: { startedBy } }), labels);
  expect(words('hand')).toEqual(['Iniciado por uma pessoa']);
  expect(words('sign-in')).toEqual(['Iniciado ao entrar']);
  expect(words('schedule')).toEqual(['Iniciado pelo horário']);
});

test('[SEC-03] what the server mends by itself is said in words', () => {
  const details = {
    mended: 20,
    undecided: 3,
    from: '2026-05-01T12:00:00.000Z',
    to: '2026-05-02T12:00:00.000Z',
  };
  const line = aLine({ userName: null, address: null, action: 'repair', details });
  expect([actorOf(line, labels), actionLabel(line, labels), ...detailLabels(line, labels)]).toEqual([
    'O próprio servidor',
    'Consertou odômetros lidos errado',
    'Posições consertadas: 20',
    'Posições sem como decidir: 3',
    'De 01/05/2026 - 09:00:00 até 02/05/2026 - 09:00:00',
  ]);
});

test('[SEC-03] [LIST-03] a removal says what became of what hung on the thing', () => {
  const dependents = [
    { kind: 'device', effect: 'move', count: 20, to: 7 },
    { kind: 'user', effect: 'detach', count: 1 },
    { kind: 'history', effect: 'delete', count: 1 },
    { kind: 'of tomorrow', effect: 'detach', count: 1 },
  ];
  const line = aLine({ action: 'remove', noun: 'customer', details: { name: 'Serra', dependents } });
  const counted = {
    ...labels,
    text: (key: string, values?: Readonly<Record<string, string | number>>) => {
      const form = values?.count === 1 ? 'one' : 'other';
      return labels.text(
        (hasPhrase(key) ? key : `${key}_${form}`) as Parameters<typeof labels.text>[0],
        values,
      );
    },
  } as AuditLabels;
  expect(detailLabels(line, counted)).toEqual([
    'Passado para o nº 7: 20 dispositivos',
    'Sem a ligação: 1 usuário',
    'Removido junto: histórico',
  ]);
});

test('[SEC-03] every noun has a word in both languages', () => {
  for (const noun of auditNounSchema.options)
    expect([noun, hasPhrase(`auditNoun.${noun}`)]).toEqual([noun, true]);
});

test('[SEC-03] a thing bears the name that it has now, else the last one, else its number', () => {
  expect(objectName(aLine(), labels)).toBe('Onix');
  expect(objectName(aLine({ names: {}, details: { name: 'Gol' } }), labels)).toBe('Gol');
  expect(objectName(aLine({ names: {} }), labels)).toBe('nº 3');
  expect(objectName(aLine({ noun: 'server', objectId: 1, names: {} }), labels)).toBeUndefined();
  expect(objectName(aLine({ noun: 'notification', names: { object: 'alarm' } }), labels)).toBe('Alarme');
  expect(objectName(aLine({ noun: 'sinister', names: { object: '12' } }), labels)).toBe('nº 12');
});

test('[SEC-03] a link names its other side, also once that is gone', () => {
  const link = aLine({ action: 'link', noun: 'user', details: { geofenceId: 5 } });
  expect(detailLabels({ ...link, names: { geofenceId: 'Casa' } }, labels)).toEqual(['Cerca: Casa']);
  expect(detailLabels({ ...link, names: {} }, labels)).toEqual(['Cerca: nº 5']);
});

test.each([
  ['a command', { deviceId: 3, type: 'engineStop', textChannel: false }, ['Dispositivo: Gol', 'Bloquear']],
  [
    'a share',
    { deviceUniqueIds: ['86'], expiresAt: '2026-11-22T06:00:00Z', showsName: true, showsTrail: false },
    ['86', 'Até 22/11/2026 - 03:00:00', 'Mostra o nome'],
  ],
  ['a trial of a service', { integration: 'payments' }, ['Cobrança']],
  ['a handover', { handover: 4 }, ['Passagem de turno nº: 4']],
  ['a key', { scopes: ['read', 'live'] }, ['Permite: Consultar, Acompanhar ao vivo']],
  ['a list of SIM cards', { simList: 'Operadora', cards: 1 }, ['Lista de chips: Operadora', 'Chips: 1']],
  [
    'a report',
    { kind: 'trip', devices: 2, from: '2026-11-21T03:00:00Z', to: '2026-11-22T03:00:00Z' },
    ['Histórico de Viagens', 'Dispositivos: 2', 'De 21/11/2026 - 00:00:00 até 22/11/2026 - 00:00:00'],
  ],
  [
    'counters',
    { before: { totalDistance: 1000, hours: 0 }, totalDistance: 2000, hours: 3_600_000 },
    ['Odômetro: 1,00 km → 2,00 km', 'Horímetro: 0 h 00 m → 1 h 00 m'],
  ],
  ['what nobody foresaw', { colour: { r: 1 }, big: [1, 2] }, ['colour: {"r":1}', 'big: 1, 2']],
])('[SEC-03] the details of %s are told in words', (_name, details, reported) => {
  expect(detailLabels(aLine({ details, names: { deviceId: 'Gol' } }), labels)).toEqual(reported);
});

test('[SEC-03] the server itself and who did not say his name are told apart', () => {
  expect(actorOf(aLine({ userName: null, address: null }), labels)).toBe('O próprio servidor');
  expect(actorOf(aLine({ userName: null }), labels)).toBe('Ninguém identificado');
});

test.each([
  ['title', 'título da aba'],
  ['favicon_url', 'ícone da aba'],
  ['mail_texts', 'textos dos e-mails'],
  ['sender_name', 'nome do remetente'],
])('[SEC-03] [COM-01] %s of a company is told as its form calls it', (column, told) => {
  expect(fieldLabels('company', column, labels)).toBe(told);
});

test('a field without a word keeps its name', () => {
  expect(fieldLabels('device', 'odd_thing', labels)).toBe('oddThing');
});

test('[SEC-03] a change says what each field held and holds, a secret by its name alone', () => {
  const details = {
    changed: ['name', 'group_id', 'disabled', 'attributes', 'password'],
    values: {
      ...{ name: ['Onix', 'Gol'], group_id: [3, 5], disabled: [false, true], category: ['car', 'truck'] },
      ...{ 'attributes.plate': [null, 'ABC1D23'], expiration_date: ['2026-11-21T03:00:00.000Z', null] },
    },
  };
  const line = aLine({ details, names: { object: 'Gol', 'group_id:3': 'Norte' } });
  expect(detailLabels(line, labels)).toEqual([
    'nome: Onix → Gol',
    'grupo: Norte → nº 5',
    'desativado: Não → Sim',
    'categoria: Carro → Caminhão',
    'placa: - → ABC1D23',
    'data de expiração: 21/11/2026 - 00:00:00 → -',
    'Mudou: senha',
  ]);
});

test('[SEC-03] what a synchronisation changed was done by no person', () => {
  const details = { changed: ['name'], through: 'sync' };
  expect(actorOf(aLine({ details }), labels)).toBe('Por sincronização (Ana)');
  expect(actorOf(aLine({ details, userName: null }), labels)).toBe('Por sincronização');
  expect(actorOf(aLine({ details }), wordsIn('en'))).toBe('By synchronisation (Ana)');
});

test('[LIST-05] [SEC-03] a removal that was refused says of how many rows and why, in both languages', () => {
  const said = (language: 'pt-BR' | 'en', code: string) => {
    const all = wordsIn(language);
    const line = aLine({ action: 'remove-refused', details: { bulk: 'x', refused: 2, code } });
    return [actionLabel(line, all), ...detailLabels(line, all)];
  };
  expect(said('pt-BR', 'unauthenticated')).toEqual([
    'Remoção recusada',
    'Recusados: 2',
    'Quem pediu já não pode entrar no sistema.',
  ]);
  expect(said('en', 'account-readonly')).toEqual([
    'Removal refused',
    'Refused: 2',
    'The account of whoever asked became read-only.',
  ]);
});
