import { expect, test } from 'vitest';
import { objectKinds } from './objects.ts';

test('[BACK-04] an expiry is read in the zone in which the clock of the source writes', () => {
  const row = {
    id: 1,
    name: 'x',
    uniqueid: 'x',
    email: 'x@example.com',
    expirationtime: '2027-01-31 23:30:00',
  };
  for (const kind of ['device', 'user'] as const) {
    const translate = objectKinds.find((one) => one.kind === kind)?.translate;
    const expiryIn = (zone: string) => translate?.(row, () => undefined, zone).body.expirationTime;
    expect(expiryIn('UTC')).toBe('2027-01-31T23:30:00.000Z');
    expect(expiryIn('America/Sao_Paulo')).toBe('2027-02-01T02:30:00.000Z');
  }
});
