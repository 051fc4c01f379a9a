import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastRatio, defaultTheme, luminance, parseColour, printColour } from './colour.ts';

const channel = fc.nat(255);
const colour = fc.record({ red: channel, green: channel, blue: channel });
const read = (text: string) => parseColour(text) ?? expect.unreachable(text);

test('three and six digits are read, nothing else', () => {
  expect(parseColour('#1293d1')).toEqual({ red: 0x12, green: 0x93, blue: 0xd1 });
  expect(parseColour('#fC0')).toEqual({ red: 255, green: 0xcc, blue: 0 });
  expect(['#12', '#12345', '1293d1', 'red', '#1293d1ff', '#ggg', ''].some(parseColour)).toBe(false);
  expect(parseColour(defaultTheme)).toBeDefined();
});

test('a printed colour is read back', () => {
  fc.assert(
    fc.property(colour, (given) => {
      expect(parseColour(printColour(given))).toEqual(given);
    }),
  );
});

test('contrast is that of WCAG', () => {
  expect(contrastRatio(read('#000'), read('#fff'))).toBeCloseTo(21, 10);
  expect(contrastRatio(read('#1293d1'), read('#ffffff'))).toBeCloseTo(3.4, 1);
  expect(contrastRatio(read('#767676'), read('#ffffff'))).toBeCloseTo(4.54, 2);
  expect([luminance(read('#000')), luminance(read('#fff'))]).toEqual([0, 1]);
});
