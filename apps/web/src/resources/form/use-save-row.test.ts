import { useQuery } from '@tanstack/react-query';
import { act } from 'react';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { renderHook } from '../../lib/testing/render-hook.ts';
import { type SentRequest, webAround } from '../../lib/testing/web-around.ts';
import type { StoredRow } from '../api/save-row.ts';
import type { FormContext, FormDefinition } from './form-definition.ts';
import { useSaveRow } from './use-save-row.ts';

const rowSchema = z.object({ id: z.number(), name: z.string() });
type Row = z.infer<typeof rowSchema>;
const place = { path: 'drivers', schema: rowSchema };
const opened: StoredRow<Row> = { row: { id: 7, name: 'Ana' }, revision: '"one"' };
const form = { inputOf: ({ name }: { name: string }) => ({ name }) } as unknown as FormDefinition<
  Row,
  { name: string }
>;

async function setUp(answers: readonly (() => Promise<Response>)[]) {
  const sent: SentRequest[] = [];
  const { around, leftUnanswered } = await webAround((request) => {
    sent.push(request);
    const answer = answers[sent.length - 1];
    if (!answer) throw new Error('nothing more was expected');
    return answer();
  });
  const received: unknown[] = [];
  const hook = await renderHook(
    () =>
      useSaveRow({
        place,
        form,
        context: {} as FormContext,
        opened,
        write: undefined,
        onSaved: (saved) => received.push(['saved', saved]),
        onFollowed: () => received.push(['followed']),
        onRefused: (error) => received.push(['refused', (error as { code?: string }).code]),
        onConflict: (stored) => received.push(['conflict', stored]),
      }),
    around,
  );
  /** Saves and waits for what comes of it. */
  const save = async (name: string) => {
    await act(async () => {
      await hook
        .result()
        .mutateAsync({ name })
        .catch(() => undefined);
    });
  };
  return { ...hook, save, sent, received, leftUnanswered };
}

const answered =
  (body: unknown, status = 200) =>
  async () =>
    Response.json(body, { status });
const conflict = answered(
  {
    code: 'edited-meanwhile',
    message: 'changed',
    requestId: 'r',
    details: { current: { id: 7, name: 'Bia' }, revision: '"two"' },
  },
  409,
);

test('[LIST-06] who saves over another’s change is shown it, and saves over it only with its revision', async () => {
  const { save, sent, received, result, unmount } = await setUp([
    conflict,
    answered({ id: 7, name: 'Clara' }),
  ]);
  await save('Clara');
  const theirs = { row: { id: 7, name: 'Bia' }, revision: '"two"' };
  expect(received).toEqual([['conflict', theirs]]);
  expect(result().stored).toEqual(theirs);
  await save('Clara');
  expect(received.at(-1)).toEqual(['saved', { id: 7, name: 'Clara' }]);
  expect(sent.map(({ method, headers }) => [method, headers.get('if-match')])).toEqual([
    ['PUT', '"one"'],
    ['PUT', '"two"'],
  ]);
  await unmount();
});

test('a save without an answer is told as refused, and the next try is the same one to the server', async () => {
  const { save, sent, received, unmount } = await setUp([
    () => Promise.reject(new TypeError('network away')),
    answered({ id: 7, name: 'Clara' }),
    answered({ id: 7, name: 'Dora' }),
  ]);
  await save('Clara');
  expect(received).toEqual([['refused', 'unanswered']]);
  await save('Clara');
  await save('Dora');
  const [first, second, third] = sent.map(({ headers }) => headers.get('idempotency-key'));
  expect(first).toMatch(/-0$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  await unmount();
});

test('a form that is closed while it saves ends its request, and the page is told that it may have been saved', async () => {
  const { result, received, sent, leftUnanswered, unmount } = await setUp([
    () => new Promise<Response>(() => undefined),
  ]);
  await act(async () => {
    result().mutate({ name: 'Clara' });
    await Promise.resolve();
  });
  await expect.poll(() => sent.length).toBe(1);
  await unmount();
  expect(sent[0]?.signal?.aborted).toBe(true);
  await expect.poll(leftUnanswered).toBe(1);
  expect(received).toEqual([]);
});

test('who stops waiting is told that it may have been saved', async () => {
  const { result, received, sent, unmount } = await setUp([() => new Promise<Response>(() => undefined)]);
  await act(async () => result().mutate({ name: 'Clara' }));
  await expect.poll(() => sent.length).toBe(1);
  await act(async () => {
    result().giveUp();
    await new Promise((resolve) => setTimeout(resolve, 20));
  });
  expect(received).toEqual([['refused', 'unanswered']]);
  await unmount();
});

test('[LIST-06] who was refused may save again while the lists are still read', async () => {
  const answers = [answered({ code: 'invalid-input', message: 'no', requestId: 'r' }, 400)];
  const { around } = await webAround(() => answers.pop()?.() ?? Promise.reject(new Error('once')));
  let reads = 0;
  const { result, unmount } = await renderHook(() => {
    useQuery({
      queryKey: ['resource', 'drivers'],
      queryFn: () => (reads++ === 0 ? 'read' : new Promise<string>(() => undefined)),
    });
    const [context, ignore] = [{} as FormContext, () => undefined];
    return useSaveRow({
      ...{ place, form, context, opened, write: undefined },
      ...{ onSaved: ignore, onFollowed: ignore, onRefused: ignore, onConflict: ignore },
    });
  }, around);
  await act(async () => result().mutate({ name: 'Clara' }));
  await expect.poll(() => reads).toBe(2);
  await act(() => expect.poll(() => [result().isError, result().isPending]).toEqual([true, false]));
  await unmount();
});
