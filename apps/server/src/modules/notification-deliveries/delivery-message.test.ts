import type { EventType } from '@atalaia/domain/catalog/event-types';
import { eventTypes } from '@atalaia/domain/catalog/event-types';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DeliveryFacts } from './delivery-facts-queries.ts';
import { deliveryMessage, readingOf, testMessage } from './delivery-message.ts';

const facts: DeliveryFacts = {
  id: 1,
  attempts: 0,
  mayReceive: true,
  deviceId: 1,
  commandId: null,
  userId: 3,
  userName: 'Ana',
  email: 'ana@example.com',
  phone: null,
  administrator: false,
  deviceLimit: 0,
  coordinateFormat: null,
  twelveHourFormat: false,
  userAttributes: {},
  eventId: 7,
  type: 'ignitionOn',
  eventTime: '2026-11-21T12:00:00.000Z',
  eventAttributes: {},
  deviceName: 'Fiorino',
  plate: 'abc1234',
  geofenceName: null,
  maintenanceName: null,
  driverName: null,
  address: null,
  latitude: null,
  longitude: null,
  speed: null,
};

const messageOf = (more: Partial<DeliveryFacts>, server = {}, publicUrl?: string) => {
  const whole = { ...facts, ...more };
  return deliveryMessage(whole, readingOf(server, whole), publicUrl);
};

test('[ING-08] every type of event has words in both languages, and names the device with its plate', () => {
  for (const language of ['pt-BR', 'en']) {
    const titles = eventTypes.map((type) => messageOf({ type, userAttributes: { language } }).title);
    expect(new Set(titles).size).toBe(eventTypes.length);
    for (const title of titles) expect(title).toMatch(/^[^{}]+ · Fiorino \(ABC-1234\)$/);
  }
});

test.each<[EventType, Partial<DeliveryFacts>, string]>([
  ['alarm', { eventAttributes: { alarm: 'sos' } }, 'Alarme: SOS/Pânico'],
  ['alarm', { eventAttributes: { alarm: 'boredom' } }, 'Alarme: boredom'],
  ['geofenceExit', { geofenceName: 'Casa' }, 'Saiu da cerca Casa'],
  ['geofenceExit', {}, 'Saiu da cerca -'],
  ['maintenance', { maintenanceName: 'Óleo' }, 'Manutenção necessária: Óleo'],
  ['driverChanged', { driverName: 'João' }, 'Troca de motorista: João'],
  ['driverChanged', { eventAttributes: { driverUniqueId: '77' } }, 'Troca de motorista: 77'],
  ['commandResult', { eventAttributes: { result: 'OK' } }, 'Resposta ao comando: OK'],
  [
    'deviceOverspeed',
    { eventAttributes: { speed: 54, speedLimit: 43.1965 } },
    'Excesso de velocidade: 100 km/h onde o limite é 80 km/h',
  ],
])('[ING-08] %s says what it is about', (type, more, what) => {
  expect(messageOf({ type, ...more }).title).toBe(`${what} · Fiorino (ABC-1234)`);
});

test('[SET-01] times, units and places are those of the person; the server wins where it forces', () => {
  const own = {
    speed: 54,
    latitude: -3.7,
    longitude: -38.5,
    twelveHourFormat: true,
    userAttributes: { language: 'en', timezone: 'America/Sao_Paulo', speedUnit: 'mph' },
  };
  const { text } = messageOf(own);
  expect(text).toContain('Time: 21/11/2026 - 09:00:00 AM (time zone America/Sao_Paulo)');
  expect(text).toContain('Speed: 62.1 mph');
  expect(text).toContain('Place: -3.700000, -38.500000');
  const server = { forceSettings: true, timezone: 'America/Manaus', speedUnit: 'kn' };
  const forced = messageOf(own, server).text;
  expect(forced).toContain('(time zone America/Manaus)');
  expect(forced).toContain('Speed: 54 kn');
});

test('[ING-08] the link leads to the event where the person has a screen for it, else to the door', () => {
  const link = (more: Partial<DeliveryFacts>) => messageOf(more, {}, 'https://x.example').text;
  expect(link({ administrator: true })).toContain('Ver o evento: https://x.example/admin/events/7');
  expect(link({ userAttributes: { profile: 'central' } })).toContain('/admin/events/7');
  expect(link({})).toContain('Abrir o rastreamento: https://x.example/\n');
  expect(messageOf({}).text).not.toContain('https:');
});

test('[SEC-01] nothing of a name or a text becomes markup', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (deviceName, address) => {
      const { html } = messageOf({ deviceName: `<b>${deviceName}`, address: `"'<i>${address}` });
      const tags = html.match(/<\/?([a-z0-9!]+)/gi) ?? [];
      const known = ['!doctype', 'html', 'head', 'meta', 'body', 'h2', 'table', 'tr', 'th', 'td', 'p', 'a'];
      expect(tags.map((tag) => tag.replace(/[</]/g, '')).filter((tag) => !known.includes(tag))).toEqual([]);
    }),
  );
});

test('[ING-08] the short form keeps to two hundred characters, whole ones', () => {
  const { short } = messageOf({ deviceName: '🚚'.repeat(300) });
  expect([...short]).toHaveLength(200);
  expect(short).toMatch(/🚚…$/u);
  expect(messageOf({ address: 'Rua A, 1' }).short).toBe(
    'Ignição ligada · Fiorino (ABC-1234), 21/11/2026 - 09:00:00, Rua A, 1',
  );
});

test('[ING-08] [UNIT-02] how far off a town it was is in the language of who reads it, the long form and the short', () => {
  const address = '12 km do Recife, PE';
  for (const [language, told] of [
    ['pt-BR', address],
    ['en', '12 km from Recife, PE'],
  ]) {
    const { text, short } = messageOf({ address, userAttributes: { language } });
    expect(text).toContain(`: ${told}\n`);
    expect(short.endsWith(`, ${told}`)).toBe(true);
  }
});

test('[ING-08] a test says that it is one', () => {
  const { title, text, short } = testMessage(facts, readingOf({}, facts));
  expect(title).toBe('Teste de notificação');
  expect(text).toContain('Ana');
  expect(short).toContain('Ana');
});
