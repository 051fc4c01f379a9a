/** The fleet on its roads: time passes, scenes are played, and each tracker reports as its kind does. */

import { createDrivenVehicle, type Line } from './driven-vehicle.ts';
import type { FleetVehicle } from './fleet/fleet.ts';
import { type City, cityFiles, loadCity } from './road/load-cities.ts';
import { beginScene, endScene } from './scene/play-scene.ts';
import { type Actor, blockSeconds, type Scene, scenesOfBlock } from './scene/scene-plan.ts';
import { alarmsOf } from './tracker/create-tracker.ts';

export interface SimulationOptions extends Line {
  readonly fleet: readonly FleetVehicle[];
  readonly scenes: boolean;
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

const tickMs = 1000;
/** A process that slept drives on from where it was, not through what it missed. */
const longestTickSeconds = 5;
export function createSimulation(options: SimulationOptions): Simulation {
  const cities = new Map(cityFiles.map((file) => [file, loadCity(file)]));
  const members = options.fleet.map((one) => createDrivenVehicle(one, cities.get(one.city) as City, options));
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
