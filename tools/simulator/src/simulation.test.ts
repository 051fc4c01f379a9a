import { distanceMetres } from '@atalaia/domain/geo/geometry';
import { expect, test, vi } from 'vitest';
import { makeFleet } from './fleet/fleet.ts';
import { loadCity } from './road/load-cities.ts';
import { placeAt, type Road } from './road/road.ts';
import { createSimulation } from './simulation.ts';
import { listenForTest } from './tracker/test-listener.ts';

const fleet = makeFleet(64).filter(({ dialect }) => dialect === 'gt06');
const usualPort = 5023;

function pointsEvery(metres: number, road: Road) {
  const steps = Math.ceil(road.lengthMetres / metres);
  return Array.from({ length: steps + 1 }, (_, step) => placeAt(road, step * metres));
}

test('every tracker has reported from its road within seconds of the start, and all is stored', async () => {
  const server = await listenForTest('gt06');
  const portOffset = server.port - usualPort;
  const troubles: string[] = [];
  const onTrouble = (_id: string, { message }: Error) => troubles.push(message);
  const host = '127.0.0.1';
  const simulation = createSimulation({
    fleet,
    host,
    portOffset,
    rate: 4,
    seed: 'test',
    scenes: false,
    onTrouble,
  });
  simulation.start();
  try {
    await vi.waitFor(() => expect(simulation.state().connected).toBe(fleet.length), { timeout: 10_000 });
    await vi.waitFor(() => expect(server.stored.length).toBeGreaterThan(2 * fleet.length), {
      timeout: 15_000,
    });
    const lines = fleet.flatMap(({ city, road }) => pointsEvery(20, loadCity(city).roads[road]!));
    for (const { latitude = 0, longitude = 0, valid, attributes } of server.stored) {
      const nearest = Math.min(...lines.map((point) => distanceMetres(point, { latitude, longitude })));
      // Half the space between two points, and the rounding on the wire.
      expect(nearest).toBeLessThan(10.5);
      expect(valid && attributes.ignition).toBe(true);
    }
    expect(troubles).toEqual([]);
  } finally {
    await simulation.stop();
    await server.close();
  }
  expect(simulation.state().connected).toBe(0);
});
