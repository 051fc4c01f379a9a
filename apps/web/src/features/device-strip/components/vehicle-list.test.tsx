// @vitest-environment happy-dom
import type { Customer } from '@atalaia/contract/accounts/customer';
import type { Device } from '@atalaia/contract/devices/device';
import type { Position } from '@atalaia/contract/devices/position';
import type { DeviceColour } from '@atalaia/domain/devices/device-status';
import { en } from '@atalaia/phrases/en';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Fleet, FleetFilter, FleetListing, KnownVehicle } from '../../../lib/fleet/fleet-list.ts';
import { createStore } from '../../../lib/store/store.ts';
import { aDevice } from '../../../lib/testing/a-device.ts';
import { aPosition } from '../../../lib/testing/a-position.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import type { SentRequest } from '../../../lib/testing/web-around.ts';
import type { Live } from '../../../live/live.ts';
import { LiveContext } from '../../../live/live-context.ts';
import { VehicleList } from './vehicle-list.tsx';

const vehicle = (deviceId: number): KnownVehicle => ({
  ...{ deviceId, name: `QRS4B17 · Volvo ${deviceId}`, uniqueId: `10${deviceId}`, plate: 'QRS4B17' },
  ...{ vehicleModel: 'FH 540', category: 'truck', colour: 'online', speedKnots: 10, fixTimeMs: Date.now() },
});

interface Around {
  readonly failure?: unknown;
  readonly colours?: readonly DeviceColour[];
  /** The server; it does not answer unless it is given. */
  readonly answer?: (request: SentRequest) => Promise<Response>;
}

/** The list over a fleet that answers when it is told to. */
async function open({
  failure = null,
  colours = [],
  answer = () => new Promise(() => undefined),
}: Around = {}) {
  const asked: PromiseWithResolvers<FleetListing>[] = [];
  let described = 0;
  const filters: FleetFilter[] = [];
  let change: () => void = () => undefined;
  const giveWay = vi.fn();
  const onColours = vi.fn();
  let tellDevices: (devices: readonly Device[]) => void = () => undefined;
  let tellPositions: (positions: readonly Position[]) => void = () => undefined;
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
    feed: {
      onDevices(listener: typeof tellDevices) {
        tellDevices = listener;
        return () => undefined;
      },
      onPositions(listener: typeof tellPositions) {
        tellPositions = listener;
        return () => undefined;
      },
    },
    alarms: createStore({ deviceIds: new Set() }),
    snapshotFailure: createStore(failure),
  } as unknown as Live;
  const { sent } = await renderPage(
    <LiveContext value={live}>
      <VehicleList
        fleet={fleet as Fleet}
        selectedId={null}
        onSelect={() => undefined}
        colours={colours}
        onColours={onColours}
        onStrip={() => undefined}
      />
    </LiveContext>,
    answer,
  );
  return {
    onColours,
    tellDevices: (...devices: readonly Device[]) => act(async () => tellDevices(devices)),
    tellPositions: (...positions: readonly Position[]) => act(async () => tellPositions(positions)),
    /** The order changed by itself; of the first ones nothing is known but what the server said. */
    async listAnew(...ids: readonly number[]) {
      await act(async () => change());
      await act(async () => asked.at(-1)?.resolve({ ids: Int32Array.from(ids), first: [] }));
    },
    answerLast: (...ids: readonly number[]) =>
      act(async () =>
        asked.at(-1)?.resolve({ ids: Int32Array.from(ids), first: ids.slice(0, described).map(vehicle) }),
      ),
    asked,
    giveWay,
    filters,
    changeFleet: () => act(async () => change()),
    rowsAsked: () => sent.filter(({ url }) => url.pathname === '/api/devices').length,
    placesAsked: () => sent.filter(({ url }) => url.pathname === '/api/positions').length,
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
  const { answerLast } = await open({ failure: new Error('away') });
  await answerLast();
  expect(screen.queryByText(en['vehicles.none'])).toBeNull();
  expect(screen.getByRole('button', { name: en['error.retry'] })).toBeTruthy();
});

const minuteAgo = new Date(Date.now() - 60_000).toISOString();
const inSeconds = (seconds: number) => new Date(Date.now() + 1000 * seconds).toISOString();

/** The server has each vehicle as it was a minute ago, at 40 knots. */
async function asOfMinuteAgo({ url }: SentRequest): Promise<Response> {
  const ids = url.searchParams.getAll('id').map(Number);
  if (url.pathname.endsWith('/devices'))
    return Response.json(
      ids.map((id) => aDevice({ id, name: `Volvo ${id}`, positionId: id, lastUpdate: minuteAgo })),
    );
  return Response.json(
    ids.map((id) => aPosition({ id, deviceId: id, speed: 40, serverTime: minuteAgo, fixTime: minuteAgo })),
  );
}

const rowOf = (deviceId: number) =>
  screen.getAllByRole('button').find(({ textContent }) => textContent?.includes(`Volvo ${deviceId}`));
const isOffline = (deviceId: number) =>
  rowOf(deviceId)?.querySelector(`[aria-label="${en['legend.offline']}"]`) != null;

test('[STRIP-02] [DASH-04] a row never goes back to what it was: not when the order changes, nor when it comes back', async () => {
  const { listAnew, tellDevices, tellPositions } = await open({ answer: asOfMinuteAgo });
  const at = (id: number, speed: number, seconds: number) => {
    const time = inSeconds(seconds);
    return aPosition({ id, deviceId: 4, speed, serverTime: time, fixTime: time });
  };
  await listAnew(4, 7);
  await waitFor(() => expect(rowOf(4)?.textContent).toContain('74.1 km/h'));
  await tellPositions(at(100, 90, -2));
  expect(rowOf(4)?.textContent).toContain('166.7 km/h');
  await listAnew(7, 4);
  expect(rowOf(4)?.textContent).toContain('166.7 km/h');
  await listAnew(7);
  expect(rowOf(4)).toBeUndefined();
  await tellPositions(at(101, 100, -1));
  await tellDevices(aDevice({ id: 4, name: 'Volvo 4', status: 'offline', lastUpdate: inSeconds(-1) }));
  await listAnew(4, 7);
  expect(rowOf(4)?.textContent).toContain('185.2 km/h');
  expect([isOffline(4), isOffline(7)]).toEqual([true, false]);
  // one that was on its way for longer
  await tellPositions(at(99, 1, -30));
  expect(rowOf(4)?.textContent).toContain('185.2 km/h');
  await listAnew(7, 4);
  expect([isOffline(4), isOffline(7)]).toEqual([true, false]);
});

test('[STRIP-02] where the map knows a newer place than the server said, the row shows that', async () => {
  const { answerLast, placesAsked, tellPositions } = await open({ answer: asOfMinuteAgo });
  await answerLast(4);
  await waitFor(() => expect(placesAsked()).toBe(1));
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(rowOf(4)?.textContent).toContain('18.5 km/h');
  const time = inSeconds(5);
  await tellPositions(aPosition({ id: 100, deviceId: 4, speed: 90, serverTime: time, fixTime: time }));
  expect(rowOf(4)?.textContent).toContain('166.7 km/h');
});

test('[STRIP-02] another search begins at the top of the list, and what moves by itself leaves it where it is', async () => {
  const { answerLast, listAnew } = await open();
  const ids = Array.from({ length: 200 }, (_, index) => index + 1);
  await answerLast(...ids);
  const list = screen.getByRole('group', { name: en['strip.title'] });
  const scroll = (top: number) =>
    act(async () => {
      list.scrollTop = top;
      fireEvent.scroll(list);
    });
  await scroll(800);
  await listAnew(...ids.toReversed());
  expect(list.scrollTop).toBe(800);
  const field = screen.getByLabelText(en['vehicles.search']);
  fireEvent.change(field, { target: { value: 'volvo' } });
  await waitFor(() => expect(list.scrollTop).toBe(0));
  await answerLast(...ids);
  await scroll(400);
  fireEvent.change(field, { target: { value: '' } });
  await waitFor(() => expect(list.scrollTop).toBe(0));
});

const filtersButton = () => screen.getByRole('button', { name: en['vehicles.filters'] });

/** The filters, which stay open for the browser, for the time of one test. */
async function openFilters() {
  await act(async () => fireEvent.click(filtersButton()));
  onTestFinished(async () => void (await act(async () => fireEvent.click(filtersButton()))));
}

test('[STRIP-02] [MAP-01] narrowed by several colours of the legend the list says so, and takes them back', async () => {
  const { answerLast, onColours } = await open({ colours: ['online', 'alarm'] });
  await answerLast(4);
  expect(filtersButton().getAttribute('aria-pressed')).toBe('true');
  await openFilters();
  expect(screen.getByDisplayValue(en['vehicles.states'].replace('{{count}}', '2'))).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: en['strip.clear'] }));
  expect(onColours).toHaveBeenLastCalledWith([]);
});

test('[STRIP-02] narrowed by nothing the list says that too', async () => {
  const { answerLast } = await open();
  await answerLast(4);
  expect(filtersButton().getAttribute('aria-pressed')).toBe('false');
});

const silva: Customer = {
  ...{ id: 5, groupId: 0, cpfCnpj: '', type: 'F', name: 'Silva', street: '', number: '' },
  ...{
    complement: null,
    neighborhood: '',
    city: '',
    state: 'CE',
    postalCode: '',
    phone: '',
    cellphone: null,
  },
  ...{ notificationEmail: '', secondaryEmail: null, category: 'client', status: 'active', notes: null },
  ...{ disabled: false, registrationDate: minuteAgo, expirationDate: null, invoiceDay: null, attributes: {} },
};

test('[STRIP-02] Enter takes the first customer that fits what was typed', async () => {
  const { answerLast, filters } = await open({
    async answer({ url }) {
      if (!url.pathname.endsWith('/customers')) return Response.json([]);
      const others = url.searchParams.has('keyword') ? [] : [{ ...silva, id: 3, name: 'Abreu' }];
      return Response.json([...others, silva]);
    },
  });
  await answerLast(4);
  await openFilters();
  const field = screen.getByRole('combobox', { name: en['vehicles.customer'] });
  act(() => field.focus());
  fireEvent.click(field);
  fireEvent.change(field, { target: { value: 'sil' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(filters.at(-1)?.customerId).toBe(5));
});

test('[STRIP-02] what was asked ahead is not shown once it is old, nor a second time', async () => {
  const { answerLast, asked } = await open();
  await answerLast(4, 7);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const openOrders = () =>
    act(async () =>
      fireEvent.click(screen.getByRole('button', { name: new RegExp(`^${en['vehicles.sort']}`) })),
    );
  const answerAhead = (at: number) =>
    act(async () => asked[at]?.resolve({ ids: Int32Array.of(7, 4), first: [7, 4].map(vehicle) }));
  const type = (value: string) =>
    fireEvent.change(screen.getByLabelText(en['vehicles.search']), { target: { value } });
  const shown = () => screen.getAllByText(/Volvo/).map(({ textContent }) => textContent?.at(-1));
  await openOrders();
  await answerAhead(2);
  await act(async () => vi.advanceTimersByTime(10_000));
  fireEvent.click(screen.getByText(en['vehicles.sort.speed']));
  expect(shown()).toEqual(['4', '7']);
  await answerLast(4, 7);
  await openOrders();
  await answerAhead(6);
  fireEvent.click(screen.getByText(en['vehicles.sort.name']));
  expect(shown()).toEqual(['7', '4']);
  await answerLast(4, 7);
  type('q');
  await answerLast(4);
  type('');
  expect(shown()).toEqual(['4']);
});
