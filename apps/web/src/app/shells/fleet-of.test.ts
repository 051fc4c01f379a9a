import { expect, test, vi } from 'vitest';
import { createStore } from '../../lib/store/store.ts';
import { firstMapState, type MapState } from '../../map/map-state.ts';
import { fleetOf } from './use-map-core.ts';

test('[STRIP-01] [DASH-01] nothing is listed or counted before the vehicles are known, and at once when they are', async () => {
  const state = createStore<MapState>(firstMapState);
  const listFleet = vi.fn(async () => ({ ids: Int32Array.of(7), first: [] }));
  const figures = { active: 1 } as Awaited<ReturnType<Parameters<typeof fleetOf>[0]['fleetFigures']>>;
  const fleetFigures = vi.fn(async () => figures);
  const fleet = fleetOf({ state, listFleet, fleetFigures, giveWay: () => {}, onFrame: () => () => {} });
  const [listed, counted] = [fleet.list({ text: '' }), fleet.figures()];
  await Promise.resolve();
  expect([listFleet.mock.calls.length, fleetFigures.mock.calls.length]).toEqual([0, 0]);
  state.set({ ...firstMapState, load: 'ready' });
  expect(await listed).toEqual({ ids: Int32Array.of(7), first: [] });
  expect(await counted).toBe(figures);
  await fleet.list({ text: 'b' });
  expect(listFleet).toHaveBeenLastCalledWith({ text: 'b' });
});

test('[STRIP-02] [MAP-06] while a vehicle is followed the map stands still for no list', async () => {
  const state = createStore<MapState>({ ...firstMapState, load: 'ready' });
  const listFleet = vi.fn(async () => ({ ids: Int32Array.of(7), first: [] }));
  const giveWay = vi.fn();
  const fleetFigures = () => Promise.reject(new Error('not asked'));
  const fleet = fleetOf({ state, listFleet, fleetFigures, giveWay, onFrame: () => () => {} });
  const turnToList = async () => {
    fleet.giveWay();
    await fleet.list({ text: 'q', isAwaited: true });
  };
  await turnToList();
  expect(giveWay).toHaveBeenCalledOnce();
  expect(listFleet).toHaveBeenLastCalledWith({ text: 'q', isAwaited: true });
  state.set({ ...state.get(), selectedDeviceId: 7, follow: true });
  await turnToList();
  expect(giveWay).toHaveBeenCalledOnce();
  expect(listFleet).toHaveBeenLastCalledWith({ text: 'q', isAwaited: false });
});
