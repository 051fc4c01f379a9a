import { categories } from '@atalaia/domain/catalog/categories';
import { en } from '@atalaia/phrases/en';
import { ptBr } from '@atalaia/phrases/pt-br';
import { expect, test } from 'vitest';
import { categoryIcon } from './category-icon.ts';

test('[UNIT-04] each of the 55 categories has an icon and a name of its own', () => {
  expect(categories).toHaveLength(55);
  expect(new Set(categories.map(categoryIcon)).size).toBe(55);
  for (const phrases of [ptBr, en]) {
    const names = categories.map((category) => phrases[`category.${category}`]);
    expect(new Set(names).size).toBe(55);
    expect(names).not.toContain('');
  }
});

test.each([null, undefined, '', 'neverHeardOf', 'toString', '__proto__'])(
  '[UNIT-04] the category %j has the default icon',
  (category) => {
    expect(categoryIcon(category)).toBe(categoryIcon('default'));
  },
);
