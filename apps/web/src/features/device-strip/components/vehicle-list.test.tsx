// @vitest-environment happy-dom
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Fleet, FleetFilter, FleetListing, KnownVehicle } from '../../../lib/fleet/fleet-list.ts';
import { createStore } from '../../../lib/store/store.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { VehicleList } from './vehicle-list.tsx';

const never = () => () => undefined;

const vehicle = (deviceId: number): KnownVehicle => ({
  ...{ deviceId, name: `QRS4B17 · Volvo ${deviceId}`, uniqueId: `10${deviceId}`, plate: 'QRS4B17' },
  ...{ vehicleModel: 'FH 540', category: 'truck', colour: 'online', speedKnots: 10, fixTimeMs: Date.now() },
});

/** The list over a fleet that answers when it is told to. */
async function open(failure: unknown = null) {
  const asked: PromiseWithResolvers<FleetListing>[] = [];
  let described = 0;
  const filters: FleetFilter[] = [];
  let change: () => void = () => undefined;
  const giveWay = vi.fn();
  const fleet: Partial<Fleet> = {
    list(filter) {
      filters.push(filter);
      described = filter.described ?? 0;
      const answer = Promise.withResolvers<FleetListing>();
      asked.push(answer);
      return answer.promise;
    },
    giveWay,
    onChange(listener) {
      change = listener;
      return () => undefined;
    },
  };
  const live = {
    feed: { onDevices: never, onPositions: never },
    alarms: createStore({ deviceIds: new Set() }),
    snapshotFailure: createStore(failure),
  } as unknown as Live;
  const { sent } = await renderPage(
    <LiveContext value={live}>
      <VehicleList
        fleet={fleet as Fleet}
        selectedId={null}
        onSelect={() => undefined}
        colours={[]}
        onColours={() => undefined}
        onStrip={() => undefined}
      />
    </LiveContext>,
    () => new Promise(() => undefined),
  );
  return {
    answerLast: (...ids: readonly number[]) =>
      act(async () =>
        asked.at(-1)?.resolve({ ids: Int32Array.from(ids), first: ids.slice(0, described).map(vehicle) }),
      ),
    asked,
    giveWay,
    filters,
    changeFleet: () => act(async () => change()),
    rowsAsked: () => sent.filter(({ url }) => url.pathname === '/api/devices').length,
  };
}

test('[STRIP-02] until the vehicles are there nobody is told that there are none; who has none is told what to do', async () => {
  const { answerLast } = await open();
  expect(document.querySelector('[aria-busy]')).not.toBeNull();
  for (const said of ['strip.empty', 'vehicles.none'] as const)
    expect(screen.queryByText(en[said])).toBeNull();
  await answerLast();
  expect(screen.getByText(en['vehicles.none'])).toBeTruthy();
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('[STRIP-02] each key asks at once, and the map gives way to its answer, but not to what changes by itself', async () => {
  const { answerLast, filters, changeFleet } = await open();
  await answerLast(4);
  const field = screen.getByLabelText(en['vehicles.search']);
  for (const value of ['q', 'qr', 'qrs ']) fireEvent.change(field, { target: { value } });
  await changeFleet();
  expect(filters.map(({ text, isAwaited }) => [text, isAwaited])).toEqual([
    ['', true],
    ['q', true],
    ['qr', true],
    ['qrs', true],
    ['qrs', false],
  ]);
});

test('[STRIP-02] the map gives way to who turns to the search, and to who looks through the orders', async () => {
  const { answerLast, giveWay } = await open();
  await answerLast(4);
  expect(giveWay).not.toHaveBeenCalled();
  act(() => screen.getByLabelText(en['vehicles.search']).focus());
  expect(giveWay).toHaveBeenCalled();
  giveWay.mockClear();
  fireEvent.keyDown(screen.getByLabelText(en['vehicles.search']), { key: 'q' });
  expect(giveWay).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${en['vehicles.sort']}`) }));
  const order = await screen.findByRole('menuitemradio', { name: en['vehicles.sort.speed'] });
  giveWay.mockClear();
  fireEvent.pointerOver(order);
  expect(giveWay).toHaveBeenCalled();
});

test('[STRIP-02] what the orders give is asked for while their menu is open, and shown by the choice itself', async () => {
  const { answerLast, asked, filters } = await open();
  await answerLast(4, 7);
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${en['vehicles.sort']}`) }));
  const order = await screen.findByRole('menuitemradio', { name: en['vehicles.sort.speed'] });
  expect(filters.slice(1).map(({ sort, isAwaited }) => [sort, isAwaited])).toEqual([
    ['state', false],
    ['speed', false],
    ['newest', false],
    ['oldest', false],
  ]);
  await act(async () => asked[2]?.resolve({ ids: Int32Array.of(7, 4), first: [7, 4].map(vehicle) }));
  const shown = () => screen.getAllByText(/Volvo/).map(({ textContent }) => textContent?.at(-1));
  expect(shown()).toEqual(['4', '7']);
  fireEvent.click(order);
  expect(shown()).toEqual(['7', '4']);
  expect(asked).toHaveLength(6);
  expect(filters.at(-1)).toMatchObject({ sort: 'speed', isAwaited: true });
  await answerLast(4, 7);
  expect(shown()).toEqual(['4', '7']);
  fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${en['vehicles.sort']}`) }));
  fireEvent.click(await screen.findByRole('menuitemradio', { name: en['vehicles.sort.name'] }));
});

test('[STRIP-02] rows that are drawn with what the map knows are fetched after a pause, others at once', async () => {
  const { answerLast, asked, changeFleet, rowsAsked } = await open();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  await answerLast(4, 7);
  for (const value of ['q', 'qr']) {
    await act(async () => vi.advanceTimersByTime(149));
    fireEvent.change(screen.getByLabelText(en['vehicles.search']), { target: { value } });
    await answerLast(4, value.length + 10);
  }
  await act(async () => vi.advanceTimersByTime(149));
  expect(rowsAsked()).toBe(0);
  await act(async () => vi.advanceTimersByTime(1));
  expect(rowsAsked()).toBe(1);
  await changeFleet();
  await act(async () => asked.at(-1)?.resolve({ ids: Int32Array.of(9), first: [] }));
  expect(rowsAsked()).toBe(2);
});

test('[STRIP-02] a text that fits no vehicle says that nothing was found', async () => {
  const { answerLast, asked } = await open();
  await answerLast();
  fireEvent.change(screen.getByLabelText(en['vehicles.search']), { target: { value: 'zzz' } });
  await waitFor(() => expect(asked).toHaveLength(2));
  await answerLast();
  expect(screen.getByText(en['strip.empty'])).toBeTruthy();
});

test('[STRIP-02] the first vehicles are drawn with what the map knows of them, before the server has answered', async () => {
  const { answerLast } = await open();
  await answerLast(4, 7);
  const rows = screen.getAllByRole('button', { pressed: false }).map(({ textContent }) => textContent);
  expect(rows.filter((text) => text?.includes('FH 540'))).toEqual([
    expect.stringMatching(/QRS4B17 · FH 540 · Volvo 4.*18.5 km\/h/),
    expect.stringMatching(/QRS4B17 · FH 540 · Volvo 7.*18.5 km\/h/),
  ]);
  expect(document.querySelector('[aria-busy]')).toBeNull();
});

test('[STRIP-02] [ERR-03] where the vehicles could not be loaded nobody is told that he has none', async () => {
  const { answerLast } = await open(new Error('away'));
  await answerLast();
  expect(screen.queryByText(en['vehicles.none'])).toBeNull();
  expect(screen.getByRole('button', { name: en['error.retry'] })).toBeTruthy();
});
