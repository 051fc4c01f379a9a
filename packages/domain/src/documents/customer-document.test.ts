import { expect, test } from 'vitest';
import {
  formatAnyDocument,
  formatCustomerDocument,
  isCustomerDocument,
  normaliseCustomerDocument,
} from './customer-document.ts';

test('the type of a customer chooses check, mask and stored form', () => {
  expect([isCustomerDocument('52998224725', 'F'), isCustomerDocument('52998224725', 'J')]).toEqual([
    true,
    false,
  ]);
  expect([isCustomerDocument('12ABC34501DE35', 'J'), isCustomerDocument('12ABC34501DE35', 'F')]).toEqual([
    true,
    false,
  ]);
  expect(formatCustomerDocument('52998224725', 'F')).toBe('529.982.247-25');
  expect(formatCustomerDocument('11222333000181', 'J')).toBe('11.222.333/0001-81');
  expect(normaliseCustomerDocument('11.222.333/0001-81', 'J')).toBe('11222333000181');
  expect(normaliseCustomerDocument('529.982.247-25', 'F')).toBe('52998224725');
});

test('a stored document without its type is punctuated by its length', () => {
  expect(formatAnyDocument('52998224725')).toBe('529.982.247-25');
  expect(formatAnyDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});
