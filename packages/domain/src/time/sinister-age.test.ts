import { expect, test } from 'vitest';
import { countSinisterAges, type SinisterState, sinisterAge, sinisterColour } from './sinister-age.ts';

const now = Date.UTC(2026, 10, 21);
const hour = 3_600_000;
const open = (hours: number, id = 7): SinisterState => ({
  id,
  status: 'opened',
  openedMs: now - hours * hour,
});

test('[DASH-03] open sinisters are counted in ages up to 24, 48, 72 hours and beyond, closed ones never', () => {
  const closed: SinisterState = { ...open(1), status: 'closed', closingType: 'vehicleFound' };
  const cases = [
    open(0),
    open(24),
    open(24.01),
    open(48),
    open(60),
    open(72.01),
    open(900),
    open(9999),
    closed,
  ];
  expect(countSinisterAges([...cases, open(1, 0)], now)).toEqual({
    upTo24Hours: 2,
    upTo48Hours: 2,
    upTo72Hours: 1,
    over72Hours: 3,
  });
  expect(sinisterAge(now, now)).toBe('upTo24Hours');
});

test('[SIN-03] an open sinister is coloured by age, a draft is white, a closing by whether the vehicle was found', () => {
  expect([24, 48, 72, 73].map((hours) => sinisterColour(open(hours), now))).toEqual([
    'orange',
    'purple',
    'blue',
    'gray',
  ]);
  expect(sinisterColour(open(100, 0), now)).toBe('white');
  const closed = (closingType: SinisterState['closingType']) =>
    sinisterColour({ ...open(1), status: 'closed', closingType }, now);
  expect(closed('vehicleNotFound')).toBe('red');
  expect([closed('vehicleFound'), closed('falsePositive')]).toEqual(['green', 'green']);
});
