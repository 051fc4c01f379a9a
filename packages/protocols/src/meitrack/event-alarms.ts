/**
 * Event codes in the words of the vocabulary. Sources: Meitrack GPRS Protocol, event codes (MVT series 1.6, T333 1.4, T622
 * 1.2), and public decoders for codes above 89. Inputs other than the first, sleep, reboot and tracking by time, distance
 * or angle stay in `event` only.
 */
import { type AttributeDraft, addAlarm } from '../position-draft.ts';

export const eventAlarms: ReadonlyMap<number, string> = new Map([
  [1, 'sos'],
  [17, 'lowBattery'],
  [18, 'lowPower'],
  [19, 'overspeed'],
  [20, 'geofenceEnter'],
  [21, 'geofenceExit'],
  [22, 'powerRestored'],
  [23, 'powerCut'],
  [28, 'gpsAntennaCut'],
  [36, 'tow'],
  [40, 'powerOff'],
  [44, 'jamming'],
  [50, 'temperature'],
  [51, 'temperature'],
  [54, 'fuelLeak'],
  [58, 'tampering'],
  [78, 'accident'],
  [79, 'fallDown'],
  [81, 'removing'],
  [90, 'hardCornering'],
  [91, 'hardCornering'],
  [129, 'hardBraking'],
  [130, 'hardAcceleration'],
  [133, 'idle'],
  [135, 'fatigueDriving'],
]);

type State = readonly [key: 'motion' | 'armed', value: boolean];

/** Events that are a state: stopped and started, armed and disarmed. */
const eventStates: ReadonlyMap<number, State> = new Map<number, State>([
  [41, ['motion', false]],
  [42, ['motion', true]],
  [56, ['armed', true]],
  [57, ['armed', false]],
]);

/** A card or key was laid on. */
export const driverEvent = 37;

export function setEvent(attributes: AttributeDraft, event: number): void {
  attributes.event = String(event);
  addAlarm(attributes, eventAlarms.get(event));
  const state = eventStates.get(event);
  if (state) attributes[state[0]] = state[1];
}
