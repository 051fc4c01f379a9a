import { instantOfLocal } from '@atalaia/domain/time/zoned-time';
import { expect, test } from 'vitest';
import { instantOf } from './source-values.ts';

const local = (month: number, day: number, hour: number, minute: number, second: number) => ({
  ...{ year: 2018, month, day, hour, minute, second },
});

test('[BACK-04] times of the source are those of its zone, to the millisecond, around a change of the clock too', () => {
  // Brazil's clocks went on at midnight of 2018-11-04 and back at midnight of 2018-02-18
  for (const zone of ['America/Sao_Paulo', 'UTC', 'America/Manaus']) {
    for (const at of [
      local(11, 3, 23, 59, 58),
      local(11, 4, 0, 30, 7),
      local(11, 4, 1, 0, 9),
      local(2, 17, 23, 30, 1),
    ]) {
      const two = (part: number) => String(part).padStart(2, '0');
      const minute = `2018-${two(at.month)}-${two(at.day)} ${two(at.hour)}:${two(at.minute)}`;
      const expected = instantOfLocal(at, zone);
      expect(instantOf(`${minute}:${two(at.second)}.5`, zone)).toBe(expected + 500);
      expect(instantOf(`${minute.replace(' ', 'T')}:${two(at.second)}`, zone)).toBe(expected);
      expect(instantOf(`${minute}:59.0429`, zone)).toBe(expected + (59 - at.second) * 1000 + 42);
    }
  }
});

test('[BACK-04] what is no time is none', () => {
  for (const value of [null, undefined, '', 'ontem', '2026-10-01', '10:00:00']) {
    expect(instantOf(value, 'America/Sao_Paulo')).toBeNaN();
  }
});
