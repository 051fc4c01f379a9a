/** A run and what it found, in words. */
import {
  type FleetControlFinding,
  type FleetControlRun,
  fleetControlFinalCodes,
  fleetControlSteps,
} from '@atalaia/contract/providers/fleet-control-sync';
import type { Text } from '../../lib/texts/texts.ts';

interface Labels {
  readonly text: Text;
  readonly textOr: (key: string, instead: string) => string;
}

/** Which step of how many, from 1. */
export function placeOf({ step }: FleetControlRun): { readonly at: number; readonly of: number } {
  const of = fleetControlSteps.length - 1;
  return { at: Math.min(fleetControlSteps.indexOf(step) + 1, of), of };
}

/** How far the step is that it is at; undefined where nothing was counted yet. */
export function countOf({
  step,
  handled,
  totals,
}: FleetControlRun): { readonly count: number; readonly total?: number } | undefined {
  const count = handled[step];
  if (count === undefined) return undefined;
  // what is compared was read before
  const read: Readonly<Record<string, string>> = { customers: 'clients', devices: 'trackers' };
  const total = totals[step] ?? handled[read[step] ?? ''];
  return total === undefined ? { count } : { count, total };
}

/** Of the whole, a step being one part: 0 to 1. */
export function shareOf(run: FleetControlRun): number {
  const { at, of } = placeOf(run);
  if (run.step === 'done') return 1;
  const { count = 0, total = 0 } = countOf(run) ?? {};
  const within = total > 0 ? Math.min(count / total, 1) : 0;
  return (at - 1 + within) / of;
}

/** The next one continues where this one stopped. */
export function mayGoOn({ state, step, failure }: FleetControlRun): boolean {
  if (state === 'running' || step === 'done') return false;
  return state !== 'failed' || failure === null || !fleetControlFinalCodes.includes(failure.code);
}

/** Why, and what changed: `cor: Branca → Azul`. */
export function findingLabel(
  { reason, said, fields }: FleetControlFinding,
  { text, textOr }: Labels,
): string {
  const changes = fields.map(({ name, from, to }) => {
    const field = textOr(`fleetControl.field.${name}`, name);
    return from === null
      ? `${field}: ${to ?? text('value.missing')}`
      : `${field}: ${from} → ${to ?? text('value.missing')}`;
  });
  const why = reason ? [text(`fleetControl.reason.${reason}`)] : [];
  const labels = said ? [text('fleetControl.said', { said })] : [];
  return [...why, ...labels, changes.join(', ')].filter((part) => part !== '').join(' ');
}

export function foundCount({ found }: FleetControlRun): number {
  return Object.values(found).reduce((sum, count) => sum + count, 0);
}

/** What somebody must look at: the exchange did the rest by itself. */
export function unresolvedCount({ found }: FleetControlRun): number {
  return (found.notMatched ?? 0) + (found.refused ?? 0);
}
