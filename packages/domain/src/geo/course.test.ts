import fc from 'fast-check';
import { expect, test } from 'vitest';
import { courseName, courseNames, normaliseCourse } from './coordinates.ts';

test('[UNIT-02] courses have eight names, 45° each, centred on their direction', () => {
  expect([0, 45, 90, 135, 180, 225, 270, 315].map(courseName)).toEqual(courseNames);
  expect([22.4, 22.5, 337.4, 337.5, 360].map(courseName)).toEqual(['N', 'NE', 'NW', 'N', 'N']);
});

test('[UNIT-02] any real course has a name, the same after every full turn', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 359 }), fc.integer({ min: -1000, max: 1000 }), (course, turns) => {
      expect(courseName(course + turns * 360)).toBe(courseName(course));
    }),
  );
  expect([Number.NaN, Infinity].map(courseName)).toEqual(['N', 'N']);
});

test('a course is brought into one turn', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), (course) => {
      const normal = normaliseCourse(course);
      return normal >= 0 && normal < 360;
    }),
  );
  expect(normaliseCourse(-90)).toBe(270);
  expect(Object.is(normaliseCourse(-360), 0)).toBe(true);
});
