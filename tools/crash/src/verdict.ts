/** Holds what was acknowledged against what is stored. Pure, so that the judge is judged by tests too. */
import { type CrashProtocol, countsOf, eventsOf, stepMs } from './itinerary.ts';
import type { StoredTracker } from './stored.ts';

export interface SentTracker {
  readonly protocol: CrashProtocol;
  readonly uniqueId: string;
  readonly firstFixMs: number;
  /** Positions from the first on. */
  readonly acknowledged: number;
  readonly sent: number;
}

/** What the protocols' digits leave open, less than one step. */
const roundedMetres = 4;

/** What is wrong with one tracker, in words; nothing when all is well. */
export function wrongsOf(tracker: SentTracker, stored: StoredTracker | undefined): readonly string[] {
  const { protocol, uniqueId, firstFixMs, acknowledged, sent } = tracker;
  if (!stored)
    return acknowledged > 0 ? [`${uniqueId}: ${acknowledged} acknowledged and none is stored`] : [];
  const { positions, moments } = stored;
  const wrongs: string[] = [];
  const say = (wrong: string) => wrongs.push(`${uniqueId}: ${wrong}`);
  if (positions > moments) say(`${positions - moments} positions are stored twice`);
  const lastMs = firstFixMs + (moments - 1) * stepMs;
  if (stored.firstFixMs !== firstFixMs || stored.lastFixMs !== lastMs) {
    say(`positions are missing between others: ${moments} up to ${stored.lastFixMs}`);
  }
  if (moments < acknowledged) say(`${acknowledged} were acknowledged and ${moments} are stored`);
  if (moments > sent) say(`${moments} are stored and ${sent} were sent`);
  if (stored.stateFixMs !== stored.lastFixMs) say('its state is not that of its newest position');
  const counts = countsOf(moments);
  const metresOff = Math.round(stored.metres - counts.metres);
  if (Math.abs(metresOff) > roundedMetres) say(`its odometer is ${metresOff} m off`);
  const engineOff = Math.round((stored.engineMs - counts.engineMs) / 1000);
  if (engineOff !== 0) say(`its engine's clock is ${engineOff} s off`);
  const expected = eventsOf(protocol, firstFixMs, moments);
  const found = new Set(stored.events);
  if (found.size < stored.events.length) say(`${stored.events.length - found.size} events are stored twice`);
  const missing = [...expected].filter((event) => !found.has(event)).length;
  const invented = [...found].filter((event) => !expected.has(event)).length;
  if (missing > 0) say(`${missing} events are missing`);
  if (invented > 0) say(`${invented} events follow from nothing`);
  return wrongs;
}

/** The count of both sides at the end. */
export interface CountedVerdict {
  readonly acknowledged: number;
  readonly stored: number;
  readonly events: number;
  /** In words; empty when all is well. */
  readonly wrongs: readonly string[];
}

/** Says it; whether all is well. */
export function judge(
  { acknowledged, stored, events, wrongs }: CountedVerdict,
  say: (text: string) => void,
): boolean {
  say(`${acknowledged} positions acknowledged, ${stored} stored, ${events} events`);
  for (const wrong of wrongs) say(wrong);
  say(wrongs.length === 0 ? 'nothing lost, nothing twice' : `${wrongs.length} wrongs`);
  return wrongs.length === 0;
}
