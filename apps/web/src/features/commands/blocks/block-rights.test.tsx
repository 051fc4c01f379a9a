// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { expect, test } from 'vitest';
import { aSession } from '../../../lib/testing/a-session.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { ReleaseDialog } from './block-dialog.tsx';
import { BlockState } from './block-state.tsx';

const ruled = (value: unknown) => ({ value, policyId: null, policyName: null });
const policy = {
  ...{ never: null, moment: ruled('any'), maxSpeedKph: ruled(20), maxFixAgeSeconds: ruled(300) },
  ...{ secondPerson: null, aloneAllowed: true, theftLiftsSecond: true, forbiddenGeofences: [] },
};
const waiting = {
  ...{
    id: 4,
    kind: 'block',
    deviceId: 5,
    deviceName: 'Gol',
    plate: null,
    state: 'waiting',
    stateReason: null,
  },
  ...{
    when: 'ignitionOff',
    reason: 'theft',
    note: null,
    confirmation: null,
    askedBy: 9,
    askedByName: 'José',
  },
  ...{ askedAt: '2026-11-21T10:00:00.000Z', confirmUntil: null, aloneFrom: null, confirmedBy: 0 },
  ...{ confirmedByName: null, secondAt: null, aloneReason: null, reviewedByName: null, reviewedAt: null },
  ...{ expiresAt: null, sinisterId: 0, sentAt: null, doneAt: null, endedAt: null, answer: null, policy },
  version: 1,
};
const check = {
  ...{ policy, hindrances: [], speedKph: null, fixAgeSeconds: null, needsSecond: false, sinisterId: 0 },
  ...{ installed: 'yes', cuts: null, lastWorkedAt: null, block: null, release: null },
  releaseNeedsPhrase: false,
};

/** Somebody of the centre looks, with this part in the desk. */
async function open(node: ReactNode, said: object, deskRole: 'operator' | 'none') {
  const live = { feed: { onBlocks: () => () => undefined } } as unknown as Live;
  const page = await act(() =>
    renderPage(
      <LiveContext value={live}>
        <Suspense>{node}</Suspense>
      </LiveContext>,
      async () => Response.json({ ...check, ...said }),
    ),
  );
  act(() =>
    page.session.begin(aSession({ deskRole, attributes: { profile: 'central' } }), {
      ...{ email: 'a@example.com', keepConnected: false },
    }),
  );
}
const withdraw = () => screen.queryByRole('button', { name: en['block.withdraw'] });

test.each([
  ['operator', false, true],
  ['operator', true, false],
  ['none', false, false],
] as const)(
  '[BLOCK-03] what somebody who is not at the desk left open is taken back there, a colleague’s is not (%s, asked at the desk: %s)',
  async (deskRole, askedAtDesk, isOffered) => {
    await open(<BlockState device={{ id: 5 }} />, { block: { ...waiting, askedAtDesk } }, deskRole);
    await screen.findByText(/José/);
    expect(withdraw() !== null).toBe(isOffered);
  },
);

test('[BLOCK-06] the pass phrase is asked for wherever the server needs it, also of a vehicle that is not blocked', async () => {
  const device = { id: 5, name: 'Gol' };
  await open(
    <ReleaseDialog device={device as never} onClose={() => undefined} />,
    { releaseNeedsPhrase: true },
    'none',
  );
  expect(await screen.findByLabelText(en['block.passPhrase'])).toBeTruthy();
});
