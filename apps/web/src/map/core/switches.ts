/** What a person switches on the map, and what is drawn on it from outside: each changes the picture and the state. */

import type { ReadableStore } from '../../lib/store/store.ts';
import type { DeviceLayer } from '../devices/device-layer.ts';
import type { MapCore } from '../map-api.ts';
import type { ChoiceStorage, MapChoices } from '../map-choices.ts';
import type { MapState } from '../map-state.ts';
import type { WorkerClient } from '../worker/worker-client.ts';
import type { Overlays } from './overlays.ts';

export interface SwitchParts {
  readonly overlays: Overlays;
  readonly devices: DeviceLayer;
  readonly worker: Pick<WorkerClient, 'post'>;
  readonly change: (part: Partial<MapState>) => void;
}

export type Switches = Pick<
  MapCore,
  | 'setLabels'
  | 'setShownColours'
  | 'setDevicesVisible'
  | 'setAlarmsVisible'
  | 'setGeofences'
  | 'setGeofencesVisible'
  | 'setTrace'
  | 'setTraces'
  | 'setAccuracy'
  | 'setPoiLayer'
  | 'measured'
  | 'measure'
  | 'takeKey'
>;

export function createSwitches({ overlays, devices, worker, change }: SwitchParts): Switches {
  const { areas, traces, accuracy, measure } = overlays;
  return {
    setLabels(on) {
      worker.post({ kind: 'labels', on });
      change({ labels: on });
    },
    setShownColours(shown) {
      worker.post({ kind: 'colours', shown });
      change({ shownColours: shown });
    },
    setDevicesVisible(on) {
      devices.layer.setVisible(on);
      change({ devices: on });
    },
    setAlarmsVisible(on) {
      devices.setAlarms(on);
      change({ alarms: on });
    },
    setGeofences: (geofences) => change({ skippedGeofences: areas.setGeofences(geofences) }),
    setGeofencesVisible(on) {
      areas.setGeofencesVisible(on);
      change({ geofences: on });
    },
    setTrace(deviceId, positions, ownLimit) {
      if (ownLimit !== undefined) traces.setOwnLimit(deviceId, ownLimit);
      traces.setDevice(deviceId, positions);
      overlays.redraw();
      change({ tracedDeviceIds: traces.switchedOn() });
    },
    setTraces(on) {
      traces.setAll(on);
      overlays.redraw();
      change({ traces: on });
    },
    setAccuracy(deviceId, radiusMetres) {
      accuracy.set(deviceId, radiusMetres);
      overlays.redraw();
    },
    setPoiLayer: areas.setPoi,
    measured: measure.state,
    measure(event) {
      measure.take(event);
      change({ measuring: measure.isOn() });
    },
    takeKey(key) {
      const taken = measure.takeKey(key);
      if (taken) change({ measuring: measure.isOn() });
      return taken;
    },
  };
}

/** Puts what the person switched last time into force; what was never switched stays as the map begins. */
export function restoreChoices(switches: Switches, choices: MapChoices): void {
  if (choices.devices === false) switches.setDevicesVisible(false);
  if (choices.geofences === false) switches.setGeofencesVisible(false);
  if (choices.alarms === false) switches.setAlarmsVisible(false);
  if (choices.labels) switches.setLabels(true);
  if (choices.traces) switches.setTraces(true);
}

/** Stores what the person switched, whenever it differs from what was stored. Returns the way to stop. */
export function writeChoices(
  state: ReadableStore<MapState>,
  baseMap: () => string | undefined,
  storage: ChoiceStorage | undefined,
): () => void {
  const choicesNow = (): MapChoices => {
    const { devices, geofences, alarms, labels, traces } = state.get();
    return { baseMap: baseMap(), devices, geofences, alarms, labels, traces };
  };
  let written = JSON.stringify(choicesNow());
  return state.subscribe(() => {
    const choices = choicesNow();
    const text = JSON.stringify(choices);
    if (text === written) return;
    written = text;
    storage?.write(choices);
  });
}
