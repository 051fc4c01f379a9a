// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Fleet } from '../../../lib/fleet/fleet-list.ts';
import { createStore } from '../../../lib/store/store.ts';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { UnfoldedStrip } from './unfolded-strip.tsx';

const never = () => () => undefined;

test('[STRIP-02] Enter takes the first device that fits what was typed', async () => {
  const fleet: Partial<Fleet> = {
    list: async ({ text }) => ({ ids: text === 'van' ? Int32Array.of(7) : Int32Array.of(4, 7), first: [] }),
    onChange: never,
  };
  const live = {
    feed: { onDevices: never, onPositions: never },
    alarms: createStore({ deviceIds: new Set() }),
  } as unknown as Live;
  await act(() =>
    renderPage(
      <LiveContext value={live}>
        <UnfoldedStrip fleet={fleet as Fleet} colours={[]} selectedId={null} onSelect={() => undefined}>
          {null}
        </UnfoldedStrip>
      </LiveContext>,
      async ({ url }) => {
        const ids = url.pathname.endsWith('/devices') ? url.searchParams.getAll('id').map(Number) : [];
        return Response.json(ids.map((id) => aDevice({ id, name: id === 7 ? 'Van 7' : 'Car 4' })));
      },
    ),
  );
  const cards = () => screen.queryAllByTitle(/^(Car 4|Van 7)$/).map(({ textContent }) => textContent);
  await waitFor(() => expect(cards()).toEqual(['Car 4', 'Van 7']));
  const field = screen.getByRole('combobox', { name: en['strip.device'] });
  act(() => field.focus());
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'van' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(cards()).toEqual(['Van 7']));
  expect(screen.getByDisplayValue('Van 7')).toBeTruthy();
});
