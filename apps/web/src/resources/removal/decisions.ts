import type { Dependent, DependentChoice, Dependents } from '@atalaia/contract/dependents';

export interface Decision {
  readonly choice: DependentChoice;
  /** The other thing's number as text, for `move`; '' while none is chosen. */
  readonly to: string;
}

/** What was decided, by kind. */
export type Decisions = Readonly<Record<string, Decision>>;

export const asking = ({ dependents }: Dependents): readonly Dependent[] =>
  dependents.filter(({ effect }) => effect === 'choose');

/** Whether nothing is in the way, and of every dependent it is decided what becomes of it. */
export function isDecided(found: Dependents, id: number, decisions: Decisions): boolean {
  if (found.hidden || found.dependents.some(({ effect }) => effect === 'restrict')) return false;
  return asking(found).every(({ kind }) => {
    const decision = decisions[kind];
    return decision && (decision.choice !== 'move' || (decision.to !== '' && decision.to !== String(id)));
  });
}

/** As the address of a removal says it. */
export function removalQuery(found: Dependents, decisions: Decisions) {
  const decision = asking(found).flatMap(({ kind }) => {
    const chosen = decisions[kind];
    if (!chosen) return [];
    return chosen.choice === 'move' ? `${kind}:move:${chosen.to}` : `${kind}:${chosen.choice}`;
  });
  return { seen: found.seen, decision };
}
