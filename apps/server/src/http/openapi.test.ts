import { expect, test } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';

const { ask } = await createTestApp();
test('x', async () => {
  const a = await ask('GET', '/api/openapi.json');
  console.log(JSON.stringify(a.body, null, 1).slice(0, 9000));
  expect(a.status).toBe(200);
});
