import { occurrenceInputSchema } from '@atalaia/contract/sinisters/occurrence';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { occurrenceFormSchema, occurrenceOf } from '../sinister-forms.ts';
import { imageFault } from './image-field.tsx';

const zone = 'America/Fortaleza';
beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 15, 30) }));
afterEach(() => void vi.useRealTimers());

const form = {
  category: 'supportOnTheWay' as const,
  date: '21/11/2026',
  time: '12:10',
  address: '',
  description: 'Equipe a dez minutos',
};
const complaints = (part: object) =>
  Object.fromEntries(
    (occurrenceFormSchema(zone).safeParse({ ...form, ...part }).error?.issues ?? []).map(
      ({ path, message }) => [String(path[0]), message],
    ),
  );

test('[SIN-09] category, date, time and description are asked for at once, the address is not', () => {
  expect(complaints({})).toEqual({});
  expect(complaints({ category: null, date: '', time: '', description: ' ' })).toEqual({
    category: 'form.required',
    date: 'form.required',
    time: 'form.required',
    description: 'form.required',
  });
  expect(complaints({ date: '31/02/2026', time: '25:00' })).toEqual({
    date: 'form.notADate',
    time: 'form.notATime',
  });
  expect(complaints({ time: '12:50' })).toEqual({ date: 'form.inTheFuture' });
});

test('[SIN-09] the image goes as a data URL with the ending of its name; without one nothing of it goes', () => {
  const image = { name: 'foto.JPG', ext: 'jpg', dataUrl: 'data:image/jpeg;base64,AA==' };
  const sent = occurrenceOf(form, { sinisterId: 4, image, zone });
  expect(occurrenceInputSchema.parse(sent)).toEqual({
    sinisterId: 4,
    category: 'supportOnTheWay',
    occurrenceDate: '2026-11-21T15:10:00.000Z',
    address: null,
    description: 'Equipe a dez minutos',
    attributes: { ext: 'jpg', file: 'data:image/jpeg;base64,AA==' },
  });
  expect(occurrenceOf(form, { sinisterId: 4, image: undefined, zone }).attributes).toEqual({});
});

test('[SIN-09] an image is a PNG or JPEG of up to 5 MB', () => {
  const megabyte = 1024 * 1024;
  expect(imageFault({ type: 'image/png', size: 5 * megabyte })).toBeUndefined();
  expect(imageFault({ type: 'image/jpeg', size: 5 * megabyte + 1 })).toBe('occurrence.imageSize');
  expect(imageFault({ type: 'image/webp', size: 9 })).toBe('occurrence.imageKind');
});
