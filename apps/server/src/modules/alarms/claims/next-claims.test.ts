import { expect, test } from 'vitest';
import type { FreeAlarm } from '../claims-queries.ts';
import { chooseFor } from './next-claims.ts';

const alarm = (id: number, more: Partial<FreeAlarm> = {}): FreeAlarm => ({
  ...{ id, subject: id, deviceId: id, onlyUserIds: null, isMassFault: false },
  ...more,
});
const chosen = (userIds: number[], free: FreeAlarm[], sees = (_userId: number, _deviceId: number) => true) =>
  chooseFor(userIds, free, sees).map((one) => one?.id);

test('[DESK-04] who asks at one moment is given the most urgent ones in the order of asking, no vehicle twice', () => {
  expect(chosen([1, 2, 3, 4], [alarm(8), alarm(9, { subject: 8 }), alarm(7), alarm(6)])).toEqual([
    8,
    7,
    6,
    undefined,
  ]);
});

test('[DESK-12] nobody is given what he does not see; what is about no vehicle is everybody’s', () => {
  const sees = (userId: number, deviceId: number) => userId === 2 && deviceId === 8;
  expect(chosen([1, 2, 3], [alarm(8), alarm(9), alarm(5, { deviceId: null })], sees)).toEqual([
    5,
    8,
    undefined,
  ]);
});

test('[DESK-10] a mass fault before his is looked at for him alone', () => {
  expect(chosen([1], [alarm(9, { isMassFault: true, deviceId: null }), alarm(8)])).toEqual([undefined]);
  expect(chosen([1], [alarm(8), alarm(9, { isMassFault: true, deviceId: null })])).toEqual([8]);
});

test('[DESK-06] what was handed to a team goes to its people', () => {
  expect(chosen([1, 2], [alarm(9, { onlyUserIds: [2] }), alarm(8)])).toEqual([8, 9]);
});
