import { contrastRatio, parseColour, printColour } from '@atalaia/domain/catalog/colour';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { areaColours, hexOfRgb } from './area-style.ts';

const lands = { light: '#eef0ec', dark: '#171d25' };
const black = { red: 0, green: 0, blue: 0 };

test('[UNIT-06] every geofence colour is seen on the land of both themes', () => {
  const channel = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(channel, channel, channel, (red, green, blue) => {
      for (const land of Object.values(lands)) {
        const stroke = parseColour(areaColours(printColour({ red, green, blue }), land).stroke);
        expect(contrastRatio(stroke ?? black, parseColour(land) ?? black)).toBeGreaterThan(2.95);
      }
    }),
  );
});

test('[MAP-13] a colour that is seen already stays as it is', () => {
  expect(areaColours('#c92a2a', lands.light)).toEqual({
    stroke: '#c92a2a',
    fill: 'rgba(201, 42, 42, 0.18)',
  });
});

test('a resolved colour is read as the browser writes it', () => {
  expect(hexOfRgb('rgb(23, 29, 37)')).toBe('#171d25');
  expect(hexOfRgb('#123456')).toBe('#123456');
});
