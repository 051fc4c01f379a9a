import { distanceMetres, type Place } from '@atalaia/domain/geo/geometry';
import { expect, test } from 'vitest';
import { type MeasureEvent, nextMeasure, noMeasure } from './measure-state.ts';

const fortaleza = { latitude: -3.73187, longitude: -38.52672 };
const natal = { latitude: -5.795, longitude: -35.2094 };
const recife = { latitude: -8.0476, longitude: -34.877 };

const point = (place: Place, byKeys = false): MeasureEvent => ({ kind: 'point', place, byKeys });
const on: MeasureEvent = { kind: 'set', on: true };
const after = (...events: MeasureEvent[]) => events.reduce(nextMeasure, noMeasure);

test('[KEPT-03] each point adds its way to the distance', () => {
  const measured = after(on, point(fortaleza), point(natal), point(recife));
  expect(measured.phase).toBe('drawing');
  expect(measured.metres).toBeCloseTo(distanceMetres(fortaleza, natal) + distanceMetres(natal, recife), 6);
  expect(nextMeasure(measured, { kind: 'undo' }).metres).toBeCloseTo(distanceMetres(fortaleza, natal), 6);
});

test('[KEPT-03] the end keeps the points set, and the next click begins anew', () => {
  const ended = after(on, point(fortaleza), point(natal), point(natal), { kind: 'finish' });
  expect(ended).toMatchObject({ phase: 'done', points: [fortaleza, natal] });
  expect(nextMeasure(ended, point(recife))).toMatchObject({ phase: 'drawing', points: [recife], metres: 0 });
});

test('[KEPT-03] Escape ends the line, then the measuring', () => {
  const ended = after(on, point(fortaleza), point(natal), { kind: 'escape' });
  expect(ended.phase).toBe('done');
  expect(nextMeasure(ended, { kind: 'escape' })).toBe(noMeasure);
  expect(after(on, { kind: 'escape' })).toBe(noMeasure);
});

test('[KEPT-03] one point alone measures nothing, and nothing happens while it is off', () => {
  expect(after(on, point(fortaleza), { kind: 'finish' })).toMatchObject({ phase: 'drawing', points: [] });
  const idle: MeasureEvent[] = [point(natal), { kind: 'undo' }, { kind: 'finish' }, { kind: 'escape' }];
  for (const event of idle) expect(after(event)).toBe(noMeasure);
  expect(after(on, point(fortaleza), { kind: 'set', on: false })).toBe(noMeasure);
});
