// @vitest-environment happy-dom
import type { FleetControlStatus } from '@atalaia/contract/providers/fleet-control-sync';
import { act, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { statusKey } from '../use-fleet-control.ts';
import { FleetControlNotice } from './fleet-control-notice.tsx';

beforeEach(() => {
  for (const { id } of toasts.get()) toasts.dismiss(id);
});

const nowText = () => new Date().toISOString();

const done = (more: Partial<NonNullable<FleetControlStatus['run']>>): FleetControlStatus => ({
  ...{ isSetUp: true, isNamed: true, mayStart: true },
  run: {
    ...{ id: 1, startedBy: 'sign-in', state: 'done', step: 'done', sendsNew: false, groupId: 0 },
    ...{ startedAt: nowText(), updatedAt: nowText(), endedAt: nowText(), nextTryAt: null },
    ...{ handled: {}, totals: {}, found: {}, failure: null },
    ...more,
  },
});

/** What the person is told when the exchange of his sign-in has come to this. */
async function toldOf(status: FleetControlStatus): Promise<readonly string[]> {
  const { queries } = await renderPage(<FleetControlNotice />, async () => Response.json(status));
  await waitFor(() => expect(queries.getQueryData(statusKey)).toEqual(status));
  await act(async () => {});
  return toasts.get().map(({ text }) => text);
}

test('[FLT-02] an exchange that resolved everything by itself says nothing', async () => {
  const found = { created: 3, changed: 12, sent: 4, sentNew: 1 };
  expect(await toldOf(done({ found }))).toEqual([]);
});

test('[FLT-02] what somebody must resolve is told at its end, and nothing else is counted', async () => {
  const found = { created: 3, changed: 12, notMatched: 2, refused: 1 };
  expect(await toldOf(done({ found }))).toEqual(['Fleet control: 3 differences to review.']);
});

test('[FLT-02] a provider that is down is told; an old or a hand-started exchange is not', async () => {
  const failure = { code: 'unreachable', said: null } as const;
  const long = new Date(Date.now() - 60_000).toISOString();
  const waiting = { state: 'waiting', failure } as const;
  expect(await toldOf(done({ ...waiting, updatedAt: long }))).toEqual([]);
  expect(await toldOf(done({ ...waiting, startedBy: 'hand' }))).toEqual([]);
  expect(await toldOf(done(waiting))).toEqual([expect.stringContaining('Fleet control is not answering')]);
});
