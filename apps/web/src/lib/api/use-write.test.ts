import { act } from 'react';
import { expect, test } from 'vitest';
import { renderHook } from '../testing/render-hook.ts';
import { webAround } from '../testing/web-around.ts';
import { useWrite } from './use-write.ts';

test('[SIN-11] what takes its form away itself is answered though the form is gone before the answer', async () => {
  const answer = Promise.withResolvers<Response>();
  const sent: string[] = [];
  const { around, leftUnanswered } = await webAround(({ headers }) => {
    sent.push(headers.get('idempotency-key') ?? '');
    return answer.promise;
  });
  const received: string[] = [];
  const { result, unmount } = await renderHook(
    () =>
      useWrite({
        ofForm: true,
        takesFormAway: true,
        write: (api) => api.send({ method: 'PUT', path: 'sinisters/1/close', json: {} }),
        onSuccess: () => void received.push('closed'),
      }),
    around,
  );
  await act(async () => result().mutate());
  await expect.poll(() => sent.length).toBe(1);
  await unmount();
  answer.resolve(new Response(null, { status: 204 }));
  await expect.poll(() => received).toEqual(['closed']);
  expect(leftUnanswered()).toBe(0);
  // tried again it is the same one to the server all the same
  expect(sent[0]).toMatch(/-0$/);
});
