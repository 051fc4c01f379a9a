/** A link between two objects: exactly two ids, the owner's first. `POST` makes it, `DELETE` takes it away. */
import { z } from 'zod';
import { idSchema } from './values.ts';

/** The pairs a link may have, owner first. */
export const permissionPairs = Object.freeze([
  ['userId', 'deviceId'],
  ['userId', 'groupId'],
  ['userId', 'managedUserId'],
] as const);

export const permissionSchema = z
  .object({
    userId: idSchema,
    deviceId: idSchema,
    groupId: idSchema,
    managedUserId: idSchema,
  })
  .partial()
  // unknown ids are seen, so that a link of three is refused and not taken for one of two
  .catchall(z.unknown())
  .refine((link) => permissionPairOf(link) !== undefined, 'must hold exactly the two ids of an allowed pair');

export type PermissionPair = (typeof permissionPairs)[number];
export type PermissionKey = PermissionPair[number];
export type Permission = Partial<Record<PermissionKey, number | undefined>> &
  Readonly<Record<string, unknown>>;

/** The pair a link is of, or undefined when its ids are not exactly those of one pair. */
export function permissionPairOf(link: Permission): PermissionPair | undefined {
  const given = Object.entries(link).filter(
    ([key, value]) => key.endsWith('Id') && value !== undefined && value !== null,
  );
  return permissionPairs.find(
    ([owner, linked]) => given.length === 2 && link[owner] !== undefined && link[linked] !== undefined,
  );
}
