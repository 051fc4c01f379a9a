import { afterEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createUnsavedDrafts } from './use-draft.ts';

afterEach(() => {
  vi.useRealTimers();
});

const turn = () => new Promise((resolve) => setImmediate(resolve));
const minuteMs = 60_000;

function open() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const drafts = createUnsavedDrafts();
  const sent: { readonly text: string; readonly answer: (error?: Error) => void }[] = [];
  const refused = vi.fn();
  const send = (text: string) =>
    new Promise<void>((resolve, reject) => {
      sent.push({ text, answer: (error) => (error ? reject(error) : resolve()) });
    });
  return {
    ...{ drafts, sent, refused },
    type: (text: string) => drafts.type('a', { text, send, refused }),
    wait: () => vi.advanceTimersByTimeAsync(minuteMs),
    answer: async (at: number, error?: Error) => {
      sent[at]?.answer(error);
      await turn();
    },
    texts: () => sent.map(({ text }) => text),
    left: () => drafts.unsaved.get().get('a'),
  };
}

test('[DESK-05] on a slow line the save under way is waited for, and then only the newest is sent', async () => {
  const { type, wait, answer, texts, left, drafts } = open();
  type('a');
  await wait();
  for (const text of ['ab', 'abc', 'abcd']) {
    type(text);
    await wait();
  }
  drafts.saveNow('a', false);
  expect(texts()).toEqual(['a']);
  await answer(0);
  expect(texts()).toEqual(['a', 'abcd']);
  await answer(1);
  expect(left()).toBeUndefined();
});

test('[DESK-05] what was not heard is kept, said to be unsaved, and sent again until it is heard', async () => {
  const { type, wait, answer, texts, left, drafts } = open();
  type('a');
  drafts.saveNow('a', false);
  await answer(0, new ApiError('connection', 0));
  expect(left()).toMatchObject({ text: 'a', hasFailed: true });
  await wait();
  await answer(1);
  expect([texts(), left()]).toEqual([['a', 'a'], undefined]);
});

test('[DESK-05] what the server does not take any more is given back to the person, and is not sent again', async () => {
  const { type, wait, answer, texts, left, refused } = open();
  type('a');
  await wait();
  await answer(0, new ApiError('alarm-changed', 409));
  await wait();
  expect([texts(), left(), refused.mock.calls]).toEqual([['a'], undefined, [['a']]]);
});

test('[DESK-05] of a text that was sent meanwhile nothing is given back', async () => {
  const { type, wait, answer, refused, drafts } = open();
  type('a');
  await wait();
  drafts.drop('a');
  await answer(0, new ApiError('alarm-changed', 409));
  expect(refused).not.toHaveBeenCalled();
});
