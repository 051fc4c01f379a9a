/**
 * The keyword of a report: why it was made. In the protocol `out` it is words and letters (`tracker`, `help me`, `jt`), in
 * `in` numbers for what is no alarm (`001`, `109`); an answer is the command's letter with a `t`, or with an `f` where the
 * unit could not obey (a vehicle under way is not armed), or its number.
 */

import { type AttributeDraft, addAlarm } from '../position-draft.ts';
import { numberIn } from '../wire/field-text.ts';

const alarms: ReadonlyMap<string, string> = new Map([
  ['help me', 'sos'],
  ['help', 'sos'],
  ['sos', 'sos'],
  ['sos alarm', 'sos'],
  ['low battery', 'lowBattery'],
  ['battery alarm', 'lowBattery'],
  ['move', 'movement'],
  ['move alarm', 'movement'],
  ['speed', 'overspeed'],
  ['overspeed', 'overspeed'],
  ['speed alarm', 'overspeed'],
  ['stockade', 'geofence'],
  ['ac alarm', 'powerCut'],
  ['power alarm', 'powerCut'],
  ['power cut', 'powerCut'],
  ['door alarm', 'door'],
  ['door', 'door'],
  ['sensor alarm', 'vibration'],
  ['shock alarm', 'vibration'],
  ['vibration alarm', 'vibration'],
  ['accident alarm', 'accident'],
  ['collision', 'accident'],
  ['bonnet alarm', 'bonnet'],
  ['footbrake alarm', 'footBrake'],
  ['footbreak alarm', 'footBrake'],
  ['brake', 'hardBraking'],
  ['brake alarm', 'hardBraking'],
  ['accelerate', 'hardAcceleration'],
  ['sharp turn', 'hardCornering'],
]);

/** The engine's wire got power while armed: the vocabulary has no word of its own for it. */
const ignitionAlarm = 'acc alarm';

/** Single fix, by time, by distance. */
const ordinary: ReadonlySet<string> = new Set(['', 'tracker', '001', '100', '101', '103']);

const states: ReadonlyMap<string, readonly [key: string, value: boolean]> = new Map([
  ['acc on', ['ignition', true]],
  ['acc off', ['ignition', false]],
  ['jt', ['blocked', true]],
  ['109', ['blocked', true]],
  ['kt', ['blocked', false]],
  ['110', ['blocked', false]],
  ['lt', ['armed', true]],
  ['111', ['armed', true]],
  ['mt', ['armed', false]],
  ['112', ['armed', false]],
]);

/** Whether the report answers a command. */
export function isAnswer(keyword: string): boolean {
  if (keyword === 'tracker') return false;
  return /^(?:[a-z][tf]|vt\d+|[15]\d\d)$/.test(keyword) && !ordinary.has(keyword);
}

/** Whether the tracker names its messages by number; undefined when the keyword does not show it. */
export function usesNumericCommands(keyword: string): boolean | undefined {
  if (keyword === 'tracker') return false;
  if (/^\d{3}$/.test(keyword)) return true;
  return /^[a-z]t$/.test(keyword) ? false : undefined;
}

/** A piece of a photo in hexadecimal, which reports nothing of the vehicle. */
export function isPhotoPiece(keyword: string): boolean {
  return /^vr[0-9A-Fa-f]{4}/.test(keyword);
}

function readTemperature(value: string, attributes: AttributeDraft): void {
  const degrees = numberIn(value);
  if (degrees !== undefined) attributes.temp1 = degrees;
  addAlarm(attributes, 'temperature');
}

function readFuel(value: string, attributes: AttributeDraft): void {
  const [, tank = '', level = ''] = /^([12]?)\s*([\d.]+)?/.exec(value) ?? [];
  const percent = numberIn(level);
  if (percent !== undefined && percent <= 100) {
    attributes[tank === '2' ? 'fuelLevel2' : 'fuelLevel'] = percent;
  }
  addAlarm(attributes, 'fuelLeak');
}

function readWord(word: string, keyword: string, attributes: AttributeDraft): void {
  const state = states.get(word);
  if (state) attributes[state[0]] = state[1];
  if (word.startsWith('acc o')) return;
  if (word.startsWith('dtc')) {
    addAlarm(attributes, 'fault');
    if (word.length > 4) attributes.dtcs = keyword.slice(3).trim();
    return;
  }
  attributes.event = keyword;
  if (word === ignitionAlarm) addAlarm(attributes, 'general');
}

/** Without capitals, and without the marks and blanks that some firmware puts behind a word. */
function wordOf(keyword: string): string {
  return keyword
    .toLowerCase()
    .replace(/[\s!.]+$/, '')
    .trim();
}

/** Whether a person presses a button: answered, or it is repeated. */
export function isCallForHelp(keyword: string): boolean {
  return keyword !== 'tracker' && alarms.get(wordOf(keyword)) === 'sos';
}

/** Sets what the keyword reports: an alarm, a state, a value, or the event by its own name. `card` is beside it. */
export function readKeyword(keyword: string, card: string, attributes: AttributeDraft): void {
  if (ordinary.has(keyword)) return;
  const word = wordOf(keyword);
  if (ordinary.has(word)) return;
  const alarm = alarms.get(word);
  if (alarm !== undefined) addAlarm(attributes, alarm);
  else if (word.startsWith('t:')) readTemperature(word.slice(2), attributes);
  else if (word.startsWith('oil')) readFuel(word.slice(3), attributes);
  else readWord(word, keyword, attributes);
  if (word === 'rfid' && card !== '') attributes.driverUniqueId = card;
}
