import { sinisterOpeningSchema } from '@atalaia/contract/sinisters/sinister';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { momentNow, openingFormSchema, openingOf } from '../sinister-forms.ts';

const zone = 'America/Fortaleza';
const nowMs = Date.UTC(2026, 10, 21, 15, 30);
const schema = openingFormSchema(zone);
const form = {
  customerId: 4,
  openingType: 'robbery' as const,
  date: '21/11/2026',
  time: '12:10',
  openingDescription: 'Levado na rua',
};

beforeEach(() => void vi.useFakeTimers({ now: nowMs }));
afterEach(() => void vi.useRealTimers());

const complaints = (part: object) =>
  Object.fromEntries(
    (schema.safeParse({ ...form, ...part }).error?.issues ?? []).map(({ path, message }) => [
      String(path[0]),
      message,
    ]),
  );

test('[SIN-07] a whole form passes, and says now in the zone of the person before he types', () => {
  expect(complaints({})).toEqual({});
  expect(momentNow(nowMs, zone)).toEqual({ date: '21/11/2026', time: '12:30' });
});

test('[SIN-07] all that is missing is said at once', () => {
  expect(
    complaints({ customerId: undefined, openingType: null, date: '', time: '', openingDescription: '  ' }),
  ).toEqual({
    customerId: 'form.required',
    openingType: 'form.required',
    date: 'form.required',
    time: 'form.required',
    openingDescription: 'form.required',
  });
});

test.each([
  ['a day that does not exist', { date: '31/02/2026' }, { date: 'form.notADate' }],
  ['an hour that does not exist', { time: '24:00' }, { time: 'form.notATime' }],
  ['a time to come', { date: '22/11/2026' }, { date: 'form.inTheFuture' }],
])('[SIN-07] %s is refused at its field', (_name, part, expected) => {
  expect(complaints(part)).toEqual(expected);
});

test('[PANEL-06] [SIN-07] the case takes the device and its place, and its date goes as an instant', () => {
  const place = { address: 'Av. Bezerra de Menezes, 1820', latitude: -3.73, longitude: -38.52 };
  const opening = openingOf(form, { deviceId: 9, place, zone });
  expect(sinisterOpeningSchema.parse(opening)).toEqual({
    deviceId: 9,
    customerId: 4,
    openingType: 'robbery',
    openingDescription: 'Levado na rua',
    openingDate: '2026-11-21T15:10:00.000Z',
    openingAddress: 'Av. Bezerra de Menezes, 1820',
    openingLatitude: -3.73,
    openingLongitude: -38.52,
  });
  expect(openingOf(form, { deviceId: 9, place: undefined, zone })).toMatchObject({ openingLatitude: null });
});
