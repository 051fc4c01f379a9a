import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function record() {
  let text = '';
  const log = createLog(
    'info',
    new Writable({
      write: (chunk, _encoding, done) => {
        text += chunk;
        done();
      },
    }),
  );
  return { log, text: () => text };
}

test('[OPS-03] [AUTH-06] a line says what happened without passwords, tokens or cookies, wherever they stand', () => {
  const { log, text } = record();
  const headers = { authorization: 'Bearer s1', cookie: 'atalaia_session=s2', host: 'h' };
  log.info(
    { token: 's3', user: { password: 's4', password_hash: 's5', name: 'Ana' }, request: { headers } },
    'told',
  );
  expect(text()).toMatch(/"name":"Ana".*"host":"h".*"msg":"told"/);
  expect(text()).not.toMatch(/s[1-5]"/);
});

test('[OPS-03] an error of the database is told without the row it happened to', () => {
  const { log, text } = record();
  const error = Object.assign(new Error('null value'), {
    code: '23502',
    detail: 'Failing row contains (1, hash-of-ana)',
    table: 'users',
  });
  log.error({ err: error }, 'failed');
  expect(text()).toMatch(/"type":"Error".*"message":"null value".*"code":"23502"/);
  expect(text()).not.toContain('hash-of-ana');
});
