import { enFirst } from '@atalaia/phrases/en-first';
import { enManagement } from '@atalaia/phrases/en-management';
import { act, createElement } from 'react';
import { expect, test } from 'vitest';
import { createStore } from '../store/store.ts';
import { useStore } from '../store/use-store.ts';
import { renderHook, testWindow } from '../testing/render-hook.ts';
import { createTexts } from '../texts/texts.ts';
import { TextsContext } from '../texts/texts-context.ts';
import { leaveGuard } from './leave-guard.ts';
import { useLeaveQuestion } from './use-leave-question.ts';

const texts = await createTexts({
  language: 'en',
  load: async () => ({ ...enFirst, ...enManagement }),
  loadManagement: async () => ({}),
  apply: () => undefined,
  keep: () => undefined,
});

async function open() {
  const typed = createStore(true);
  const went: string[] = [];
  const hook = await renderHook(
    () => useLeaveQuestion(useStore(typed, (isTyped) => isTyped)),
    (inner) => createElement(TextsContext, { value: texts }, inner),
  );
  const leave = (where: string) => act(async () => leaveGuard.leave(() => went.push(where)));
  return { ...hook, typed, went, leave };
}

/** Whether the browser would ask before it closes the page. */
const browserAsks = () => !testWindow.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('what was typed is not left without a question: who stays keeps it, who leaves goes where he wanted', async () => {
  const { result, went, leave, unmount } = await open();
  await leave('list');
  expect([went, result().question?.title !== undefined, browserAsks()]).toEqual([[], true, true]);
  await act(async () => result().question?.onClose());
  expect([went, result().question]).toEqual([[], undefined]);
  await leave('map');
  await act(async () => result().question?.onAct());
  expect([went, result().question, browserAsks()]).toEqual([['map'], undefined, false]);
  await unmount();
});

test('what is saved, or gone with its form, asks nobody', async () => {
  const { result, went, leave, typed, unmount } = await open();
  result().release();
  expect(browserAsks()).toBe(false);
  await leave('list');
  await act(async () => typed.set(false));
  await act(async () => typed.set(true));
  expect(browserAsks()).toBe(true);
  await unmount();
  expect(browserAsks()).toBe(false);
  await leave('map');
  expect(went).toEqual(['list', 'map']);
});
