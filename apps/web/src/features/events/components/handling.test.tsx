// @vitest-environment happy-dom

import type { AlarmHandling, VehicleHandling as Told } from '@atalaia/contract/desk/alarm-acts';
import { en } from '@atalaia/phrases/en';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aSession } from '../../../lib/testing/a-session.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { EventHandling, VehicleHandling } from './handling.tsx';

const power: AlarmHandling = {
  ...{ alarmId: 1, deviceId: 5, eventIds: [7], eventType: 'alarm', alarm: 'powerCut', closedAt: null },
  ...{ openedAt: '2026-11-21T12:00:00.000Z', state: 'working', outcomeKey: null, outcomeName: null },
};

/** What a client is shown of an event and its vehicle, and how the channel tells him of changes. */
async function open(told: readonly AlarmHandling[], administrator = false) {
  let tell: (changes: readonly Told[]) => void = () => expect.fail('nobody listens');
  const feed = {
    onHandlings(listener: typeof tell) {
      tell = listener;
      return () => {};
    },
  } as Partial<Live['feed']> as Live['feed'];
  const asked = vi.fn(async () => Response.json(told));
  const { session } = await renderPage(
    <LiveContext value={{ feed } as Partial<Live> as Live}>
      <p data-testid="event">
        <EventHandling eventId={7} />
      </p>
      <p data-testid="vehicle">
        <VehicleHandling deviceId={5} />
      </p>
    </LiveContext>,
    asked,
  );
  if (!administrator)
    await act(async () => session.begin(aSession(), { email: 'a@example.com', keepConnected: false }));
  return {
    asked,
    shown: () => ['event', 'vehicle'].map((place) => screen.getByTestId(place).textContent),
    tell: (changes: readonly Told[]) => act(async () => tell(changes)),
  };
}

test('[DESK-12] a client sees on the event and on its vehicle that somebody works on it, then the outcome, then nothing', async () => {
  const { shown, tell } = await open([power]);
  await waitFor(() => expect(shown()).toEqual([en['handling.working'], en['handling.working']]));
  const closed = { ...power, state: 'closed' as const, outcomeName: 'Alarme falso' };
  await tell([{ deviceId: 5, alarms: [closed] }]);
  await waitFor(() => expect(shown()).toEqual(['Closed: Alarme falso', 'Closed: Alarme falso']));
  await tell([{ deviceId: 5, alarms: [] }]);
  await waitFor(() => expect(shown()).toEqual(['', '']));
});

test('[DESK-12] what is worked on is shown of a vehicle before what waits and what ended', async () => {
  const more = (alarmId: number, state: AlarmHandling['state']) => ({
    ...power,
    alarmId,
    eventIds: [alarmId],
    state,
  });
  const { shown } = await open([more(2, 'closed'), more(3, 'open'), more(4, 'working')]);
  await waitFor(() => expect(shown()).toEqual(['', en['handling.working']]));
});

test('[DESK-12] who works at the desk is shown the alarm itself, and nothing is asked for him', async () => {
  const { shown, asked } = await open([power], true);
  expect(shown()).toEqual(['', '']);
  expect(asked).not.toHaveBeenCalled();
});
