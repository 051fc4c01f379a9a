import { expect, test } from 'vitest';
import { alarms, alarmsOf } from './catalog/alarms.ts';
import { categories, categoryFrom } from './catalog/categories.ts';
import { eventTypes } from './catalog/event-types.ts';
import { closingTypes, occurrenceCategories, openingTypes } from './catalog/sinister-kinds.ts';
import { states } from './catalog/states.ts';

const lists = { alarms, categories, eventTypes, openingTypes, closingTypes, occurrenceCategories, states };

test('the lists of the vocabulary hold their number of words, none twice, and cannot be changed', () => {
  const sizes = Object.entries(lists).map(([name, list]) => [name, new Set<string>(list).size, list.length]);
  expect(sizes).toEqual([
    ['alarms', 39, 39],
    ['categories', 55, 55],
    // the 21 of the vocabulary, that of two trackers with one identifier, and four of blocks
    ['eventTypes', 26, 26],
    ['openingTypes', 5, 5],
    ['closingTypes', 3, 3],
    ['occurrenceCategories', 11, 11],
    ['states', 27, 27],
  ]);
  expect(Object.values(lists).every(Object.isFrozen)).toBe(true);
});

test('several alarms of one position are joined by comma', () => {
  expect(alarmsOf('sos, powerCut,,sos')).toEqual(['sos', 'powerCut']);
  expect([alarmsOf(''), alarmsOf(undefined), alarmsOf(true)]).toEqual([[], [], []]);
});

test('a category that is missing or unknown is the default one', () => {
  expect(['truck', 'spaceship', '', null].map(categoryFrom)).toEqual([
    'truck',
    'default',
    'default',
    'default',
  ]);
});
