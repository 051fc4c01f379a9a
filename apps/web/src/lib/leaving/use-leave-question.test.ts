import { en } from '@atalaia/phrases/en';
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
  load: async () => en,
  loadMap: async () => ({}),
  loadManagement: async () => ({}),
  apply: () => undefined,
  keep: () => undefined,
});

async function open() {
  const typed = createStore(true);
  const visited: string[] = [];
  const hook = await renderHook(
    () => useLeaveQuestion(useStore(typed, (isTyped) => isTyped)),
    (inner) => createElement(TextsContext, { value: texts }, inner),
  );
  const leave = (where: string) => act(async () => leaveGuard.leave(() => visited.push(where)));
  return { ...hook, typed, visited, leave };
}

/** Whether the browser would ask before it closes the page. */
const isUnloadPrevented = () => !testWindow.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('what was typed is not left without a question: who stays keeps it, who leaves goes where he wanted', async () => {
  const { result, visited, leave, unmount } = await open();
  await leave('list');
  expect([visited, result().question?.title !== undefined, isUnloadPrevented()]).toEqual([[], true, true]);
  await act(async () => result().question?.onClose());
  expect([visited, result().question]).toEqual([[], undefined]);
  await leave('map');
  await act(async () => result().question?.onAct());
  expect([visited, result().question, isUnloadPrevented()]).toEqual([['map'], undefined, false]);
  await unmount();
});

test('what is saved, or gone with its form, asks nobody', async () => {
  const { result, visited, leave, typed, unmount } = await open();
  result().release();
  expect(isUnloadPrevented()).toBe(false);
  await leave('list');
  await act(async () => typed.set(false));
  await act(async () => typed.set(true));
  expect(isUnloadPrevented()).toBe(true);
  await unmount();
  expect(isUnloadPrevented()).toBe(false);
  await leave('map');
  expect(visited).toEqual(['list', 'map']);
});
