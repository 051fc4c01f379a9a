/** A link between two objects: exactly two ids, the owner's first. `POST` makes it, `DELETE` takes it away (PERM-03). */
import { z } from 'zod';
import { idSchema } from '../values/values.ts';
import { linkedKinds } from './linked-kind.ts';

const linkedToAll = linkedKinds.map((kind) => `${kind}Id` as const);

/** What each owner may be linked to. */
export const permissionKeys = Object.freeze({
  userId: ['deviceId', 'groupId', 'managedUserId', 'calendarId', ...linkedToAll],
  deviceId: linkedToAll,
  groupId: linkedToAll,
} as const);

export type PermissionOwner = keyof typeof permissionKeys;
export type PermissionLinked = (typeof permissionKeys)[PermissionOwner][number];
export type PermissionPair = readonly [owner: PermissionOwner, linked: PermissionLinked];
export type PermissionKey = PermissionOwner | PermissionLinked;
export type Permission = Partial<Record<PermissionKey, number | undefined>> &
  Readonly<Record<string, unknown>>;

/** The pairs a link may have, owner first. */
export const permissionPairs: readonly PermissionPair[] = Object.freeze(
  (Object.entries(permissionKeys) as [PermissionOwner, readonly PermissionLinked[]][]).flatMap(
    ([owner, linked]) => linked.map((key) => [owner, key] as const),
  ),
);

export const permissionSchema = z
  .object({
    userId: idSchema,
    deviceId: idSchema,
    groupId: idSchema,
    managedUserId: idSchema,
    calendarId: idSchema,
    ...(Object.fromEntries(linkedToAll.map((key) => [key, idSchema])) as Record<
      (typeof linkedToAll)[number],
      typeof idSchema
    >),
  })
  .partial()
  // unknown ids are seen, so that a link of three is refused and not taken for one of two
  .catchall(z.unknown())
  .refine(
    (link) => permissionPairOf(link) !== undefined || reportLinkOf(link) !== undefined,
    'must hold exactly the two ids of an allowed pair',
  );

/** Links made or taken away together: all of them or, when one is refused, none. */
export const permissionsSchema = z.array(permissionSchema).min(1).max(1000);

/** What a scheduled report is linked to, in the field’s words: its owner, and the devices and groups that it covers. */
export interface ReportLink {
  readonly owner: PermissionOwner;
  readonly ownerId: number;
  readonly reportId: number;
}

export function reportLinkOf(link: Readonly<Record<string, unknown>>): ReportLink | undefined {
  const given = Object.entries(link).filter(([key, value]) => key.endsWith('Id') && value != null);
  const reportId = idSchema.safeParse(link.reportId);
  const owner = (Object.keys(permissionKeys) as PermissionOwner[]).find((key) => link[key] != null);
  if (given.length !== 2 || !reportId.success || owner === undefined) return undefined;
  return { owner, ownerId: Number(link[owner]), reportId: reportId.data };
}

/** The pair a link is of, or undefined when its ids are not exactly those of one pair. */
export function permissionPairOf(link: Permission): PermissionPair | undefined {
  const given = Object.entries(link).filter(
    ([key, value]) => key.endsWith('Id') && value !== undefined && value !== null,
  );
  return permissionPairs.find(
    ([owner, linked]) => given.length === 2 && link[owner] !== undefined && link[linked] !== undefined,
  );
}
