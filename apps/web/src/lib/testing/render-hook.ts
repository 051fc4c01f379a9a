/** Runs a hook in React without a page: the component around it draws nothing, so React needs little of a browser. */
import { act, createElement, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { onTestFinished, vi } from 'vitest';

interface RenderedHook<Result> {
  /** What the hook gave at its last run. */
  readonly result: () => Result;
  readonly unmount: () => Promise<void>;
}

/** The part of a browser that hooks listen to. */
export const testWindow = new EventTarget();

/** `around` puts contexts above the hook. */
export async function renderHook<Result>(
  useHook: () => Result,
  around: (hook: ReactNode) => ReactNode = (hook) => hook,
): Promise<RenderedHook<Result>> {
  const browser = Object.assign(testWindow, {
    ...{ document: undefined, HTMLIFrameElement: class {} },
    ...{ setTimeout, clearTimeout },
  });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  onTestFinished(() => void vi.unstubAllGlobals());
  const ownerDocument = Object.assign(new EventTarget(), { nodeType: 9, defaultView: browser });
  const container = Object.assign(new EventTarget(), {
    nodeType: 1,
    nodeName: 'DIV',
    tagName: 'DIV',
    namespaceURI: 'http://www.w3.org/1999/xhtml',
    ownerDocument,
    textContent: '',
  });
  let last: { readonly value: Result } | undefined;
  const run = () => {
    last = { value: useHook() };
  };
  const root = createRoot(container as unknown as Element);
  await act(async () => root.render(around(createElement(Runner, { run }))));
  return {
    result() {
      if (!last) throw new Error('the hook has not run');
      return last.value;
    },
    unmount: () => act(async () => root.unmount()),
  };
}

function Runner({ run }: { readonly run: () => void }) {
  run();
  return null;
}
