import { sinisterClosingSchema } from '@atalaia/contract/sinisters/sinister';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closingFormSchema, closingOf } from './components/closing-form.tsx';

const zone = 'America/Fortaleza';
const openedMs = Date.UTC(2026, 10, 21, 14, 20, 40);
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 15, 30) }));
afterEach(() => void vi.useRealTimers());

const form = {
  closingType: 'vehicleFound' as const,
  date: '21/11/2026',
  time: '12:10',
  closingAddress: 'Rua das Flores, 10',
  closingDescription: 'Abandonado, sem avarias',
  vehicleDamaged: false,
};
const complaints = (part: object) =>
  Object.fromEntries(
    (closingFormSchema(zone, openedMs).safeParse({ ...form, ...part }).error?.issues ?? []).map(
      ({ path, message }) => [String(path[0]), message],
    ),
  );

test('[SIN-11] kind, date, time, address and description of a closing are asked for at once', () => {
  expect(complaints({})).toEqual({});
  expect(
    complaints({ closingType: null, date: '', time: '', closingAddress: ' ', closingDescription: '' }),
  ).toEqual({
    closingType: 'form.required',
    date: 'form.required',
    time: 'form.required',
    closingAddress: 'form.required',
    closingDescription: 'form.required',
  });
});

test('[SIN-11] a case ends neither before it began nor in the future', () => {
  expect(complaints({ time: '11:19' })).toEqual({ date: 'sinister.beforeOpening' });
  expect(complaints({ time: '11:20' })).toEqual({});
  expect(complaints({ date: '22/11/2026' })).toEqual({ date: 'form.inTheFuture' });
});

test('[SIN-11] one closed in the minute of its opening ends when it began, not seconds before', () => {
  const sent = closingOf({ ...form, time: '11:20' }, { sinisterId: 4, openedMs, zone });
  expect(sinisterClosingSchema.parse(sent)).toEqual({
    id: 4,
    closingType: 'vehicleFound',
    closingDate: '2026-11-21T14:20:40.000Z',
    closingAddress: 'Rua das Flores, 10',
    closingDescription: 'Abandonado, sem avarias',
    vehicleDamaged: false,
  });
});
