import { isDeepStrictEqual } from 'node:util';
import type { Finding } from './findings-queries.ts';
import type { Merged, Values } from './merge-fields.ts';
import type { Thing, ThingLink } from './things-queries.ts';

/** What is to be noted of a thing; undefined where it stands already. */
export function linkOf(thing: Thing, localId: number, { send, base }: Merged): ThingLink | undefined {
  const pending = Object.keys(send).length > 0 ? send : null;
  if (pending === null && thing.localId === localId && isDeepStrictEqual(thing.base, base)) return undefined;
  return { remoteId: thing.remoteId, localId, base, pending };
}

/** Changes as they are told: what stood there before, and what stands there now. */
export function toldFields(changed: Values, before: Values): Finding['fields'] {
  return Object.entries(changed).map(([name, to]) => ({ name, from: before[name] ?? null, to }));
}
