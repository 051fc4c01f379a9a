// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { renderPage } from '../../lib/testing/render-page.tsx';
import { narrowStops, PageTurner, pageStops } from './page-turner.tsx';

test('[LIST-02] a few pages are all offered; of many the ends and those around the one shown', () => {
  expect(pageStops(0, 1)).toEqual([0]);
  expect(pageStops(2, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(pageStops(0, 79)).toEqual([0, 1, 2, 3, 4, 'gap', 78]);
  expect(pageStops(40, 79)).toEqual([0, 'gap', 39, 40, 41, 'gap', 78]);
  expect(pageStops(76, 79)).toEqual([0, 'gap', 74, 75, 76, 77, 78]);
});

test('[LIST-02] [APP-02] on a phone the ends and the one shown, and what is left out between them is marked', () => {
  expect(narrowStops(0, 1)).toEqual([0]);
  expect(narrowStops(1, 4)).toEqual([0, 1, 2, 3]);
  expect(narrowStops(0, 79)).toEqual([0, 'gap', 78]);
  expect(narrowStops(3, 79)).toEqual([0, 'gap', 3, 'gap', 78]);
  expect(narrowStops(39, 79)).toEqual([0, 'gap', 39, 'gap', 78]);
  expect(narrowStops(77, 79)).toEqual([0, 'gap', 77, 78]);
  expect(narrowStops(78, 79)).toEqual([0, 'gap', 78]);
});

test('the page shown is always among them, and there are never more than seven, on a phone than five', () => {
  for (const stopsOf of [pageStops, narrowStops]) {
    for (const pages of [1, 5, 6, 8, 100]) {
      for (let page = 0; page < pages; page += 1) {
        expect(stopsOf(page, pages)).toContain(page);
        expect(stopsOf(page, pages)).toContain(0);
        expect(stopsOf(page, pages)).toContain(pages - 1);
        expect(stopsOf(page, pages).length).toBeLessThanOrEqual(stopsOf === pageStops ? 7 : 5);
      }
    }
  }
});

/** Of the window, which happy-dom holds 1024 wide otherwise. */
function widen(width: number) {
  const { happyDOM } = window as unknown as { happyDOM: { setViewport(size: { width: number }): void } };
  happyDOM.setViewport({ width });
  onTestFinished(() => happyDOM.setViewport({ width: 1024 }));
}

test.each([
  [1024, ['1', '2', '3', '4', '5', '…', '79']],
  [390, ['1', '…', '4', '…', '79']],
])('[LIST-02] [APP-02] %i px wide, the fourth page of a long list leads to these', async (width, stops) => {
  widen(width);
  const turner = {
    sizes: ['10'],
    size: '10',
    page: 3,
    pages: 79,
    before: 30,
    count: 10,
    total: 785,
  } as const;
  await act(() => renderPage(<PageTurner {...turner} onSize={() => undefined} onPage={() => undefined} />));
  const pages = screen.getByRole('navigation', { name: en['list.pages'] });
  expect([...pages.children].map(({ textContent }) => textContent).filter(Boolean)).toEqual(stops);
});
