/**
 * What a server with a hundred thousand devices would have sent, made beforehand: a snapshot, and the live channel's
 * messages at one every 50 ms. The process that plays it only writes bytes that are there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LiveSnapshot } from '@atalaia/contract/devices/live-message';
import type { Position } from '@atalaia/contract/devices/position';
import { createRandom, type Random } from '@atalaia/simulator/random';
import { columns, isInEmptyStrip, type Sentinel, sentinelPlace, sentinels } from './sentinels.ts';

export const tickMs = 50;

export interface RecordingPlan {
  readonly devices: number;
  readonly positionsPerSecond: number;
  /** At least: it ends where a sentinel has come to its last column, so that it can be played over and over. */
  readonly seconds: number;
}

export interface Recording {
  /** Says what `GET live/snapshot` does. */
  readonly snapshot: LiveSnapshot;
  /** The messages of the live channel, one a tick. */
  readonly ticks: readonly Buffer[];
}

interface Vehicle {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly course: number;
  readonly moving: boolean;
  readonly sentinel?: Sentinel;
}

const metresPerDegree = 111_320;
const speedKph = 40;

export function makeRecording(plan: RecordingPlan, startMs: number): Recording {
  const random = createRandom('recording');
  const cities = brazilianCities();
  const vehicles: Vehicle[] = sentinels.map((sentinel) => ({
    id: sentinel.deviceId,
    ...sentinelPlace(sentinel, 0),
    course: 90,
    moving: true,
    sentinel,
  }));
  for (let id = sentinels.length + 1; id <= plan.devices; id += 1) {
    vehicles.push({
      id,
      ...placeNear(cities, random),
      course: random.whole(0, 359),
      moving: random.chance(0.6),
    });
  }
  const plain = vehicles.slice(sentinels.length);
  const perTick = Math.max(0, (plan.positionsPerSecond * tickMs) / 1000 - sentinels.length);
  let turn = 0;
  let positionId = plan.devices;
  const tickCount = Math.ceil((plan.seconds * 1000) / tickMs / columns) * columns;
  const ticks = Array.from({ length: tickCount }, (_, tick) => {
    const fixTimeMs = startMs + (tick + 1) * tickMs;
    const positions = sentinels.map((sentinel) =>
      positionOf(
        ++positionId,
        sentinel.deviceId,
        fixTimeMs,
        { ...sentinelPlace(sentinel, tick), course: 90 },
        true,
      ),
    );
    for (let count = 0; count < perTick && plain.length > 0; count += 1) {
      const vehicle = plain[turn++ % plain.length];
      if (vehicle) {
        const place = placeAt(vehicle, tick * tickMs);
        positions.push(positionOf(++positionId, vehicle.id, fixTimeMs, place, vehicle.moving));
      }
    }
    return Buffer.from(JSON.stringify({ positions }));
  });
  return { snapshot: snapshotOf(vehicles, startMs), ticks };
}

/** Where it has got to since the recording began. */
function placeAt({ latitude, longitude, course, moving }: Vehicle, elapsedMs: number) {
  const degrees = moving ? ((speedKph / 3.6) * (elapsedMs / 1000)) / metresPerDegree : 0;
  const radians = (course / 180) * Math.PI;
  return {
    latitude: latitude + degrees * Math.cos(radians),
    longitude: longitude + (degrees * Math.sin(radians)) / Math.cos((latitude / 180) * Math.PI),
    course,
  };
}

export function positionOf(
  id: number,
  deviceId: number,
  fixTimeMs: number,
  { latitude, longitude, course }: Pick<Vehicle, 'latitude' | 'longitude' | 'course'>,
  moving: boolean,
): Position {
  const time = new Date(fixTimeMs).toISOString();
  return {
    id,
    deviceId,
    protocol: 'teltonika',
    type: null,
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    outdated: false,
    valid: true,
    latitude: Math.round(latitude * 1e7) / 1e7,
    longitude: Math.round(longitude * 1e7) / 1e7,
    altitude: 760,
    speed: moving ? 21.598 : 0,
    course,
    accuracy: 0,
    address: null,
    network: null,
    attributes: {
      sat: 11,
      ignition: moving,
      motion: moving,
      batteryLevel: 100,
      battery: 4.1,
      power: 13.8,
      odometer: 123_456_000,
      hdop: 0.9,
      distance: moving ? 555.6 : 0,
      totalDistance: 98_765_432.1,
      hours: 123_456_789,
    },
  };
}

function snapshotOf(vehicles: readonly Vehicle[], startMs: number): LiveSnapshot {
  const column = <Value>(value: (vehicle: Vehicle) => Value): Value[] => vehicles.map(value);
  const categories = ['car', 'truck', 'motorcycle', 'van', null];
  const isOnline = ({ id }: Vehicle) => id % 10 !== 0;
  return {
    serverTimeMs: startMs,
    deviceId: column(({ id }) => id),
    name: column(({ id }) => `Vehicle ${String(id).padStart(6, '0')}`),
    uniqueId: column(({ id }) => `370000000${String(id).padStart(6, '0')}`),
    category: column(({ id }) => categories[id % categories.length] ?? null),
    plate: column(({ id }) => `QRS${id % 10}B${String(id % 100).padStart(2, '0')}`),
    vehicleModel: column(({ id }) => (id % 3 === 0 ? null : 'Volvo FH 540')),
    groupId: column(({ id }) => id % 20),
    customerId: column(({ id }) => id % 200),
    status: column((vehicle) =>
      isOnline(vehicle) ? 'online' : vehicle.id % 20 === 0 ? 'offline' : 'unknown',
    ),
    disabled: column(() => false),
    lastUpdateMs: column(() => startMs),
    positionId: column(({ id }) => id),
    fixTimeMs: column(() => startMs),
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
    course: column(({ course }) => course),
    speedKnots: column(({ moving }) => (moving ? 21.598 : 0)),
    ignition: column(({ moving }) => moving),
    alarm: column(({ id }) => (id % 500 === 0 ? 'sos' : null)),
    siren: column(({ id }) => id % 500 === 0),
  };
}

interface City {
  readonly latitude: number;
  readonly longitude: number;
  /** 1 a metropolis to 6 a small town. */
  readonly rank: number;
}

type CityRow = readonly [name: string, latitude: number, longitude: number, rank: number, country: string];

function brazilianCities(): readonly City[] {
  const path = join(import.meta.dirname, '../../../../apps/web/src/map/geodata/cities.json');
  const { cities } = JSON.parse(readFileSync(path, 'utf8')) as { cities: readonly CityRow[] };
  return cities
    .filter(([, , , , country]) => country === 'BR')
    .map(([, latitude, longitude, rank]) => ({ latitude, longitude, rank }));
}

/** Around a town, the larger the likelier, thinning out over some 20 km; never where only a sentinel drives. */
function placeNear(cities: readonly City[], random: Random): { latitude: number; longitude: number } {
  for (;;) {
    const city = random.pick(cities);
    if (!random.chance(1 / city.rank)) continue;
    const spread = () => (random.next() + random.next() + random.next() - 1.5) * 0.25;
    const place = { latitude: city.latitude + spread(), longitude: city.longitude + spread() };
    if (!isInEmptyStrip(place)) return place;
  }
}
