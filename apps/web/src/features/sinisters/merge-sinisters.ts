import type { Sinister } from '@atalaia/contract/sinister';

/** The open cases after news of some: closed ones leave, others take their place; newest number first. */
export function mergeSinisters(open: readonly Sinister[], news: readonly Sinister[]): readonly Sinister[] {
  const byId = new Map(open.map((sinister) => [sinister.id, sinister]));
  for (const sinister of news) {
    if (sinister.status === 'opened') byId.set(sinister.id, sinister);
    else byId.delete(sinister.id);
  }
  return [...byId.values()].sort((one, other) => other.number - one.number);
}
