/** What may be linked to a user, a device or a group, and whether it is (PERM-01). */
import { z } from 'zod';
import { idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { idSchema } from '../values/values.ts';
import { linkedKinds } from './linked-kind.ts';
import type { PermissionLinked, PermissionOwner } from './permission.ts';

export const linkableKindSchema = z.enum(['device', 'group', 'calendar', 'user', ...linkedKinds]);

/** The first tabs of a user, as the source orders them. */
const firstOfUser = ['device', 'notification', 'geofence', 'group', 'calendar'] as const;

export const linkableSchema = z.object({
  id: idSchema,
  /** What it is called: a notification by its type, a computed attribute and a saved command by their description. */
  name: z.string(),
  /** What distinguishes it from others of that name: a device's unique id, a user's e-mail, a notification's alarms and notificators. */
  detail: z.string().nullable(),
  /** The owner's own link, as switches make it and take it away. */
  linked: z.boolean(),
  /** Where the owner has it from without a link of his own; its name is null where the caller does not see it. */
  inherited: z
    .object({ from: z.enum(['group', 'customer']), id: idSchema, name: z.string().nullable() })
    .nullable(),
});

/**
 * Filters of `GET permissions/{kind}`: one owner, whom the caller sees. The rows are what the caller sees of that kind:
 * own links first, then what is inherited, then the rest, each by name. `X-Total-Count` shows how many there are.
 *
 * - `standing=linked`: own links alone; `standing=free`: neither linked nor inherited.
 */
export const linkableQuerySchema = pageQuerySchema.extend({
  userId: idTextSchema.optional(),
  deviceId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  standing: z.enum(['linked', 'free']).optional(),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')
    .optional(),
});

export type LinkableKind = z.infer<typeof linkableKindSchema>;
export type Linkable = z.infer<typeof linkableSchema>;
export type LinkableQuery = z.infer<typeof linkableQuerySchema>;

/** The kinds each owner may be linked to (PERM-02, PERM-03), in the order of the tabs: the source's own first. */
export const linkableKinds: Readonly<Record<PermissionOwner, readonly LinkableKind[]>> = Object.freeze({
  deviceId: linkedKinds,
  groupId: linkedKinds,
  userId: [...new Set<LinkableKind>([...firstOfUser, ...linkedKinds, 'user'])],
});

/** The name a kind has in the body of a link. */
export function linkedKeyOf(kind: LinkableKind): PermissionLinked {
  return kind === 'user' ? 'managedUserId' : `${kind}Id`;
}
