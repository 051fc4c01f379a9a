import { expect, test } from 'vitest';
import { createLeaveGuard } from '../../lib/leaving/leave-guard.ts';
import { createBackHold, type Stepping } from './back-hold.ts';

/** A history of three entries with the page on the last; what the router receives is noted. */
function aBrowser() {
  let at = 2;
  const received: number[] = [];
  const listeners: Parameters<Stepping['addEventListener']>[1][] = [];
  const browser: Stepping = {
    history: {
      get state() {
        return { idx: at };
      },
      go(delta) {
        at += delta;
        let isStopped = false;
        for (const listener of listeners) {
          listener({
            stopImmediatePropagation: () => {
              isStopped = true;
            },
          });
        }
        if (!isStopped) received.push(at);
      },
    },
    addEventListener: (_, listener) => void listeners.push(listener),
  };
  return { browser, received, at: () => at };
}

test('Back is taken back while something would be lost, and goes on once the person agrees', () => {
  const { browser, received, at } = aBrowser();
  const guard = createLeaveGuard();
  createBackHold(browser, guard).moved();
  let go: (() => void) | undefined;
  const letGo = guard.hold((way) => {
    go = way;
  });
  browser.history.go(-2);
  expect([at(), received]).toEqual([2, []]);
  letGo();
  go?.();
  expect([at(), received]).toEqual([0, [0]]);
});

test('Back is nobody’s matter while nothing is held', () => {
  const { browser, received } = aBrowser();
  const hold = createBackHold(browser, createLeaveGuard());
  hold.moved();
  browser.history.go(-1);
  expect(received).toEqual([1]);
});
