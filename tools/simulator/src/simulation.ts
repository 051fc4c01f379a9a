/** The fleet on its roads: time passes, scenes are played, and each tracker reports as its kind does. */

import type { FleetVehicle } from './fleet/fleet.ts';
import { createRandom } from './random.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { type City, type CityFile, cityFiles, loadCity } from './road/load-cities.ts';
import { beginScene, endScene, type Stage } from './scene/play-scene.ts';
import { type Actor, blockSeconds, type Scene, scenesOfBlock } from './scene/scene-plan.ts';
import { alarmsOf, createTracker, portOf } from './tracker/create-tracker.ts';
import { createUplink, type Uplink } from './tracker/uplink.ts';
import { blockCommandOf } from './vehicle/block-command.ts';
import { createVehicle } from './vehicle/vehicle.ts';

export interface SimulationOptions {
  readonly fleet: readonly FleetVehicle[];
  readonly host: string;
  /** Added to every protocol's usual port. */
  readonly portOffset: number;
  /** Times as many reports as usual. */
  readonly rate: number;
  readonly seed: string;
  readonly scenes: boolean;
  /** Told when a line fails, for the log. */
  onTrouble?(uniqueId: string, reason: Error): void;
}

export interface SimulationState {
  readonly vehicles: number;
  readonly connected: number;
  /** Reports that no server has stored yet. */
  readonly waiting: number;
  readonly scenesPlaying: number;
}

export interface Simulation {
  start(): void;
  stop(): Promise<void>;
  state(): SimulationState;
}

interface Member extends Stage {
  readonly uplink: Uplink;
  readonly reporter: Reporter;
}

const tickMs = 1000;
/** A process that slept drives on from where it was, not through what it missed. */
const longestTickSeconds = 5;
/** The fleet comes on within this time, not all at one instant. */
const arrivalSeconds = 4;

const altitudes: Readonly<Record<CityFile, number>> = {
  'sao-paulo': 760,
  'rio-de-janeiro': 12,
  curitiba: 930,
  contagem: 880,
  florianopolis: 9,
};

function createMember(one: FleetVehicle, city: City, options: SimulationOptions): Member {
  const { host, portOffset, seed, rate, onTrouble } = options;
  const road = city.roads[one.road];
  if (road === undefined) throw new Error(`${city.name} has no road ${one.road}`);
  const { uniqueId, dialect: protocol } = one;
  const { kind, start, forward, driverKey } = one;
  const vehicleSeed = `${seed}/${uniqueId}`;
  const altitudeMetres = altitudes[one.city];
  const vehicle = createVehicle({
    ...{ seed: vehicleSeed, road, altitudeMetres },
    ...{ kind, start, forward, driverKey },
  });
  const uplink = createUplink({
    createTracker: (events) =>
      createTracker({ protocol, uniqueId, host, port: portOf(protocol) + portOffset, events }),
    onCommand: (text) => {
      const command = blockCommandOf(text);
      if (command) vehicle.block(command.blocks);
      return command?.answer;
    },
    onTrouble: (reason) => onTrouble?.(uniqueId, reason),
  });
  const firstSeconds = createRandom(vehicleSeed, 'arrival').between(0, arrivalSeconds);
  const reporter = createReporter({ vehicle, uplink, rate, firstSeconds });
  return { vehicle, uplink, reporter, report: (alarm) => reporter.reportNow(Date.now(), alarm) };
}

export function createSimulation(options: SimulationOptions): Simulation {
  const cities = new Map(cityFiles.map((file) => [file, loadCity(file)]));
  const members = options.fleet.map((one) => createMember(one, cities.get(one.city) as City, options));
  const actors: readonly Actor[] = options.fleet.map(({ dialect }) => ({
    alarms: alarmsOf(dialect),
    connected: dialect !== 'osmand',
  }));
  const playing = new Map<number, Scene>();
  let coming: Scene[] = [];
  let nextBlock = 0;
  let elapsedSeconds = 0;
  let lastTickMs = 0;
  let timer: NodeJS.Timeout | undefined;

  function endDueScenes(): void {
    for (const [index, scene] of playing) {
      const member = members[index];
      if (member === undefined || elapsedSeconds < scene.startSeconds + scene.durationSeconds) continue;
      playing.delete(index);
      endScene(scene.kind, member);
    }
  }

  function beginDueScenes(): void {
    while (elapsedSeconds >= nextBlock * blockSeconds) {
      coming.push(...scenesOfBlock(options.seed, nextBlock, actors));
      nextBlock += 1;
    }
    const due = coming.filter(({ startSeconds }) => startSeconds <= elapsedSeconds);
    coming = coming.filter(({ startSeconds }) => startSeconds > elapsedSeconds);
    for (const scene of due) {
      const member = members[scene.vehicle];
      // A scene of the block before may still be on.
      if (member === undefined || playing.has(scene.vehicle)) continue;
      playing.set(scene.vehicle, scene);
      beginScene(scene.kind, member);
    }
  }

  function tick(): void {
    const nowMs = performance.now();
    const seconds = Math.min(longestTickSeconds, (nowMs - lastTickMs) / 1000);
    lastTickMs = nowMs;
    elapsedSeconds += seconds;
    for (const { vehicle } of members) vehicle.advance(seconds);
    if (options.scenes) {
      endDueScenes();
      beginDueScenes();
    }
    for (const { reporter } of members) reporter.tick(seconds, Date.now());
  }

  return {
    start: () => {
      lastTickMs = performance.now();
      timer = setInterval(tick, tickMs);
    },
    stop: async () => {
      clearInterval(timer);
      await Promise.all(members.map(({ uplink }) => uplink.stop()));
    },
    state: () => ({
      vehicles: members.length,
      connected: members.filter(({ uplink }) => uplink.connected).length,
      waiting: members.reduce((sum, { uplink }) => sum + uplink.waiting, 0),
      scenesPlaying: playing.size,
    }),
  };
}
