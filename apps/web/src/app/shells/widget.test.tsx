// @vitest-environment happy-dom

import { enFirst } from '@atalaia/phrases/en-first';
import { enManagement } from '@atalaia/phrases/en-management';
import { act, fireEvent, screen } from '@testing-library/react';
import { Suspense, useState } from 'react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { createTexts, type Texts } from '../../lib/texts/texts.ts';
import { TextsContext, useManagementTexts, useTexts } from '../../lib/texts/texts-context.ts';
import { SmallWidget, Widget } from './widget.tsx';

function Managed() {
  useManagementTexts();
  const { text } = useTexts();
  return <p>{text('list.add')}</p>;
}

/** A page that asks without end is left without an answer at last, or nothing else would ever run. */
const farTooOften = 20;

test.each([
  { Part: Widget, kind: 'a part of the screen' },
  { Part: SmallWidget, kind: 'a small one' },
])(
  '[ERR-03] texts of $kind that do not come are asked for once, and anew when somebody tries again',
  async ({ Part }) => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    let asked = 0;
    let isThere = false;
    const texts = await createTexts({
      language: 'en',
      load: async () => enFirst,
      loadMap: async () => ({}),
      loadManagement: () => {
        asked += 1;
        if (isThere) return Promise.resolve(enManagement);
        return asked < farTooOften ? Promise.reject(new Error('no answer')) : new Promise(() => {});
      },
      apply: () => undefined,
      keep: () => undefined,
    });
    await act(() =>
      renderPage(
        <TextsContext value={texts}>
          <Part>
            <Suspense fallback={null}>
              <Managed />
            </Suspense>
          </Part>
        </TextsContext>,
      ),
    );
    const retry = await screen.findByRole('button', { name: new RegExp(`${enFirst['error.retry']}$`) });
    expect(asked).toBe(1);
    isThere = true;
    await act(async () => fireEvent.click(retry));
    expect(await screen.findByText(enManagement['list.add'])).toBeTruthy();
    expect(asked).toBe(2);
  },
);

/** One view, and another one in its place. */
function Views({ texts }: { readonly texts: Texts }) {
  const [view, show] = useState(1);
  return (
    <TextsContext value={texts}>
      <button type="button" onClick={() => show(2)}>
        Next
      </button>
      <Widget key={view}>
        <Suspense fallback={null}>
          <Managed />
        </Suspense>
      </Widget>
    </TextsContext>
  );
}

test.each([
  ['have come by then are shown', true],
  ['do not come then either are told', false],
])(
  '[ERR-03] a view that is opened after another one failed asks by itself, once: texts that %s',
  async (_what, isThere) => {
    const said = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => said.mockRestore());
    let asked = 0;
    const texts = await createTexts({
      language: 'en',
      load: async () => enFirst,
      loadMap: async () => ({}),
      loadManagement: () => {
        asked += 1;
        if (isThere && asked === 2) return Promise.resolve(enManagement);
        return asked < farTooOften ? Promise.reject(new Error('no answer')) : new Promise(() => {});
      },
      apply: () => undefined,
      keep: () => undefined,
    });
    await act(() => renderPage(<Views texts={texts} />));
    await screen.findByRole('button', { name: enFirst['error.retry'] });
    expect(asked).toBe(1);
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next' })));
    if (isThere) expect(await screen.findByText(enManagement['list.add'])).toBeTruthy();
    else expect(await screen.findByRole('button', { name: enFirst['error.reload'] })).toBeTruthy();
    expect(asked).toBe(2);
  },
);

function Broken(): never {
  throw new Error('not a matter of texts');
}

test('[ERR-03] a view that fails for something else than texts does not try by itself, though texts did not come before', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => said.mockRestore());
  const texts = await createTexts({
    language: 'en',
    load: async () => enFirst,
    loadMap: async () => ({}),
    loadManagement: () => Promise.reject(new Error('no answer')),
    apply: () => undefined,
    keep: () => undefined,
  });
  await texts.awaitManagement().catch(() => undefined);
  let tries = 0;
  const askAgain = () => {
    tries += 1;
    texts.askAgain();
  };
  await act(() =>
    renderPage(
      <TextsContext value={{ ...texts, askAgain }}>
        <Widget>
          <Broken />
        </Widget>
      </TextsContext>,
    ),
  );
  expect(await screen.findByRole('button', { name: enFirst['error.retry'] })).toBeTruthy();
  expect(tries).toBe(0);
});
