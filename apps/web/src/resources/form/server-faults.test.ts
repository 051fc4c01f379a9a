import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { serverFaultsOf } from './resource-form.tsx';

const refusal = (code: 'invalid-input' | 'duplicate-unique-id', ...paths: string[]) =>
  new ApiError(code, 400, { details: { fields: paths.map((path) => ({ path, message: 'no' })) } });

test('[LIST-06] every field that the server refuses says so, and what has no field is told beside them', () => {
  const { atFields, elsewhere } = serverFaultsOf(
    refusal('invalid-input', 'name', 'attributes.speedLimit', 'attributes.other'),
    ['name', 'speedLimit'],
  );
  expect([...atFields]).toEqual([
    ['name', 'form.notTaken'],
    ['speedLimit', 'form.notTaken'],
  ]);
  expect(elsewhere).toEqual(['attributes.other']);
});

test('[DEV-01] a code of its own tells what is wrong with its field', () => {
  const { atFields } = serverFaultsOf(refusal('duplicate-unique-id', 'uniqueId'), ['uniqueId']);
  expect(atFields.get('uniqueId')).toBe('apiError.duplicate-unique-id');
});

test('a noun may say which field a path is of', () => {
  const { atFields } = serverFaultsOf(refusal('invalid-input', 'groupId'), ['parent'], () => 'parent');
  expect([...atFields.keys()]).toEqual(['parent']);
});

test('a failure that names no field is told at none', () => {
  expect(serverFaultsOf(new Error('x'), ['name'])).toEqual({ atFields: new Map(), elsewhere: [] });
});
