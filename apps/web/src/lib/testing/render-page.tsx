/** Renders components in a page of happy-dom; a test file that uses it begins with `// @vitest-environment happy-dom`. */
import { MantineProvider } from '@mantine/core';
import { cleanup, configure, render } from '@testing-library/react';
import { createElement, type ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { ServerSettingsContext } from '../settings/settings-context.ts';
import { createStore } from '../store/store.ts';
import { aSession } from './a-session.ts';
import { type SentRequest, webAround } from './web-around.ts';

/** Of every element, pixels: happy-dom computes no layout, and a virtual list of height 0 shows no row. */
const pageHeight = 600;

// a busy machine takes its time
configure({ asyncUtilTimeout: 10_000 });

/** `answer` is the server; an administrator is signed in. */
export async function renderPage(
  node: ReactNode,
  answer: (request: SentRequest) => Promise<Response> = () =>
    Promise.reject(new Error('no request expected')),
) {
  onTestFinished(cleanup);
  for (const side of ['clientHeight', 'clientWidth'] as const) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => pageHeight });
  }
  // happy-dom loads no fonts, and a text area that grows asks when they are there
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { addEventListener: () => undefined, removeEventListener: () => undefined },
  });
  const sent: SentRequest[] = [];
  const web = await webAround((request) => {
    sent.push(request);
    return answer(request);
  });
  web.session.begin(aSession({ administrator: true }), { email: 'a@example.com', keepConnected: false });
  const page = render(
    web.around(
      createElement(
        ServerSettingsContext,
        { value: createStore(null) },
        createElement(MantineProvider, { env: 'test' }, node),
      ),
    ),
  );
  return { ...page, ...web, sent };
}
