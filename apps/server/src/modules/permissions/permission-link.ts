import type { AuditNoun } from '@atalaia/contract/accounts/audit-line';
import {
  type Permission,
  type PermissionLinked,
  type PermissionOwner,
  permissionPairOf,
} from '@atalaia/contract/accounts/permission';
import type { RuleKind } from '../../platform/bus/bus.ts';

/** A link with the names its two sides have in the contract. */
export interface Link {
  readonly owner: PermissionOwner;
  readonly ownerId: number;
  readonly linked: PermissionLinked;
  readonly linkedId: number;
}

/** Links of one owner with things of one kind. */
export interface LinkBatch extends Omit<Link, 'linkedId'> {
  /** Each once. */
  readonly linkedIds: readonly number[];
}

/** The noun of each side of a link, as audit, messages and link tables name it. */
export function nounOf(side: PermissionOwner | PermissionLinked): AuditNoun {
  return side === 'managedUserId' ? 'user' : (side.slice(0, -'Id'.length) as AuditNoun);
}

/** Whose rules follow from links to it. */
export const ruleKinds: Partial<Readonly<Record<PermissionLinked, RuleKind>>> = {
  geofenceId: 'geofences',
  notificationId: 'notifications',
  calendarId: 'calendars',
  maintenanceId: 'maintenances',
  attributeId: 'attributes',
};

/** Throws Error on what the schema of the contract lets not through. */
export function linkOf(permission: Permission): Link {
  const [owner, linked] = permissionPairOf(permission) ?? [];
  const ownerId = owner && permission[owner];
  const linkedId = linked && permission[linked];
  if (!owner || !linked || ownerId === undefined || linkedId === undefined) throw new Error('not a link');
  return { owner, ownerId, linked, linkedId };
}

/** The same links, those of one owner with things of one kind together. */
export function batchesOf(links: readonly Link[]): LinkBatch[] {
  const batches = Map.groupBy(links, ({ owner, ownerId, linked }) => `${owner} ${ownerId} ${linked}`);
  return [...batches.values()].flatMap((same) => {
    const linkedIds = [...new Set(same.map(({ linkedId }) => linkedId))];
    return same.slice(0, 1).map(({ owner, ownerId, linked }) => ({ owner, ownerId, linked, linkedIds }));
  });
}

/** Batches together whose owners are of one kind, and their things too. */
export function alikeOf(batches: readonly LinkBatch[]): LinkBatch[][] {
  return [...Map.groupBy(batches, ({ owner, linked }) => `${owner} ${linked}`).values()];
}

/** Who sees which devices follows from it. */
export function givesVisibility({ owner, linked }: Pick<Link, 'owner' | 'linked'>): boolean {
  return owner === 'userId' && (linked === 'deviceId' || linked === 'groupId');
}
