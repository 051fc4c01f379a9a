import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors/app-error.ts';
import { answerVerdict } from './block-clock.ts';
import { requirePassPhrase } from './second-person.ts';

const root = new URL('../../../', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.') && !/(^|\/)testing\//.test(file))
  .map((file) => ({ file, code: readFileSync(new URL(file, root), 'utf8') }));
const filesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, code }) => (pattern.test(code) ? [file.replace('modules/commands/', '')] : []));

test('[BLOCK-01] nothing but the commands’ own sending queues a command: no rule, exchange, payment or schedule can block', () => {
  expect(sources.length).toBeGreaterThan(400);
  expect(filesWith(/(INSERT INTO|insertInto\(')\s*sent_commands/)).toEqual(['sent-commands-queries.ts']);
  expect(filesWith(/\bqueueCommands\(/).toSorted()).toEqual([
    'batch-sending.ts',
    'send-command.ts',
    'sent-commands-queries.ts',
  ]);
  // each of the two asks the gate, and what goes on after it was asked for by the gate's own row
  for (const file of ['batch-sending.ts', 'send-command.ts']) {
    expect(filesWith(/gate\.pass\(/)).toContain(file);
  }
  expect(filesWith(/\bqueueOne\(/).toSorted()).toEqual([
    'batch-sending.ts',
    'blocks/queue-block.ts',
    'send-command.ts',
  ]);
  expect(filesWith(/deviceConnections\.deliver\(/)).toEqual(['dispatcher.ts']);
  // who may ask: routes and the clock, never another module's service
  expect(filesWith(/services\.commands\b/).toSorted()).toEqual(['app.ts', 'jobs.ts', 'main.ts']);
});

test('[BLOCK-06] a phrase of duress and a wrong one are refused in the same words; a right one is none', () => {
  const refusalOf = (heard: Parameters<typeof requirePassPhrase>[0]) => {
    try {
      return requirePassPhrase(heard);
    } catch (error) {
      return error instanceof AppError ? [error.code, error.message] : error;
    }
  };
  expect(refusalOf('right')).toBeUndefined();
  expect(refusalOf('duress')).toEqual(refusalOf('wrong'));
  expect(refusalOf(undefined)).toEqual(['pass-phrase-needed', expect.any(String)]);
});

test('[BLOCK-04] what trackers answer to a block: done, done already, or refused', () => {
  for (const done of [
    'RELAY:ON OK',
    'Cut off the fuel supply: Success!',
    'Already in the state of fuel supply cut off, the command is not running!',
    null,
  ]) {
    expect([done, answerVerdict(done)]).toEqual([done, 'done']);
  }
  for (const refused of [
    'RELAY:FAIL',
    'ERROR 101',
    'Speed is over 20km/h, the command is not executed',
    'Unsupported command',
    'NOK',
  ]) {
    expect([refused, answerVerdict(refused)]).toEqual([refused, 'refused']);
  }
});
