import { expect, test } from 'vitest';
import { createScreenFile } from './screen-file.tsx';

const Login = () => null;

test('a screen is drawn itself once its file is there, and fetched once', async () => {
  let fetches = 0;
  const file = createScreenFile(async () => {
    fetches += 1;
    return Login;
  });
  expect(file.component()).not.toBe(Login);
  await file.load();
  await file.load();
  expect(file.component()).toBe(Login);
  expect(fetches).toBe(1);
});

test('a file that did not come is asked for again', async () => {
  let fetches = 0;
  const file = createScreenFile(async () => {
    fetches += 1;
    if (fetches === 1) throw new Error('gone');
    return Login;
  });
  await expect(file.load()).rejects.toThrow('gone');
  expect(await file.load()).toBe(Login);
});
