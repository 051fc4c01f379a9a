/** What becomes of devices here beside trackers and vehicles there. */
import type { DeviceInput } from '@atalaia/contract/device';
import type { DevicesBulkService } from '../devices/devices-bulk-service.ts';
import { type DeviceThere, deviceChanges, deviceHere, deviceThere } from './device-fields.ts';
import { type Finding, found } from './findings-queries.ts';
import { linkOf, toldFields } from './link-of.ts';
import { mergeFields, type Values } from './merge-fields.ts';
import type { Thing, ThingLink } from './things-queries.ts';

export type DeviceMatch = Awaited<ReturnType<DevicesBulkService['match']>>[number];
type Change = Parameters<DevicesBulkService['changeWithin']>[3][number];

export interface DevicePlan {
  readonly findings: Finding[];
  readonly links: ThingLink[];
  readonly changes: Change[];
  readonly created: { readonly thing: Thing; readonly there: Values; readonly input: DeviceInput }[];
}

export const emptyPlan = (): DevicePlan => ({ findings: [], links: [], changes: [], created: [] });

/** The matched devices by what they are known by; each is taken once. */
export function candidatesOf(matches: readonly DeviceMatch[]) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const byUniqueId = new Map(matches.map((match) => [match.unique_id, match]));
  const byPlate = Map.groupBy(matches, (match) => deviceHere(match).plate ?? null);
  const taken = new Set<number>();
  return {
    /** `several`: more than one device here bears the plate. */
    find(localId: number | null, serial: string, plate: string | null): DeviceMatch | 'several' | undefined {
      const linked = localId === null ? undefined : byId.get(localId);
      const exact = linked ?? (serial === '' ? undefined : byUniqueId.get(serial));
      const free = plate ? (byPlate.get(plate) ?? []).filter(({ id }) => !taken.has(id)) : [];
      if (!exact && free.length > 1) return 'several';
      const match = exact ?? free[0];
      if (!match || taken.has(match.id)) return undefined;
      taken.add(match.id);
      return match;
    },
  };
}

export const nameOf = (thing: Thing, there: Values) =>
  ({ kind: 'device', name: there.plate ?? there.name ?? thing.key, remoteId: thing.remoteId }) as const;

/**
 * Puts what two sides of one device agree on into the plan. A device that is being heard keeps the number it is heard
 * by, and a number that another device bears is nobody else's.
 */
export function planMatch(
  plan: DevicePlan,
  thing: Thing,
  match: DeviceMatch,
  remote: DeviceThere,
  takenIds: ReadonlySet<string>,
): void {
  const there = deviceThere(remote);
  const here = deviceHere(match);
  const serialMoves = there.uniqueId != null && there.uniqueId !== here.uniqueId;
  const hindrance = !serialMoves
    ? null
    : match.isHeard
      ? 'heard'
      : takenIds.has(there.uniqueId ?? '')
        ? 'taken'
        : null;
  const merged = mergeFields(here, there, thing.base, {
    take: (field) => field !== 'uniqueId' || hindrance === null,
    send: (field) =>
      field !== 'model' &&
      (field !== 'customerId' || remote.vehicle !== null) &&
      // a vehicle without a name there got one here that nobody gave it
      !(field === 'name' && (here.name === there.plate || here.name === there.uniqueId)),
  });
  const told = nameOf(thing, there);
  const link = linkOf(thing, match.id, merged);
  if (link) plan.links.push(link);
  if (hindrance && merged.send.uniqueId === undefined) {
    const fields = [{ name: 'uniqueId', from: here.uniqueId ?? null, to: there.uniqueId ?? null }];
    plan.findings.push(
      found({ ...told, outcome: 'notMatched', localId: match.id, reason: hindrance, fields }),
    );
  }
  if (Object.keys(merged.take).length === 0) return;
  const { attributes, ...columns } = deviceChanges(merged.take);
  plan.changes.push({
    id: match.id,
    ...columns,
    ...(Object.keys(attributes).length > 0 && { attributes }),
  });
  const reason = merged.bothChanged.length > 0 ? 'bothChanged' : null;
  const fields = toldFields(merged.take, here);
  plan.findings.push(found({ ...told, outcome: 'changed', localId: match.id, reason, fields }));
}
