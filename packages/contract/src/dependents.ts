/**
 * What hangs on a thing that is to be removed: `GET {noun}/{id}/dependents`, and the details of a removal that was refused
 * for it (`in-use`, `dependents-undecided`, `dependents-changed`).
 */
import { z } from 'zod';
import { linkedKinds } from './accounts/linked-kind.ts';
import { longIdSchema } from './values/values.ts';

export const dependentKindSchema = z.enum([
  ...linkedKinds,
  'alarm',
  'alarmRule',
  'calendar',
  'closedSinister',
  'customer',
  'device',
  'deviceBelow',
  'fleetControlLink',
  'group',
  'history',
  'managedUser',
  'openAlarm',
  'paymentLink',
  'paymentOrder',
  'savedCommand',
  'scheduledReport',
  'share',
  'sinister',
  'token',
  'user',
  'waitingCommand',
]);

/**
 * `restrict`: as long as it is there nothing is removed. `choose`: whoever removes says what becomes of it. `delete`: goes
 * with the thing. `detach`: stays, without it.
 */
export const dependentEffectSchema = z.enum(['restrict', 'choose', 'delete', 'detach']);

/** What may become of one that asks: stays without the thing, goes to another in its place, or is removed too. */
export const dependentChoiceSchema = z.enum(['detach', 'move', 'delete']);

/** What of one kind hangs on the thing. Only what the caller sees is counted and named. */
export const dependentSchema = z.object({
  kind: dependentKindSchema,
  effect: dependentEffectSchema,
  /** For `choose`. */
  choices: z.array(dependentChoiceSchema),
  count: z.int().min(0),
  /** Twenty at most, by name: what a person calls it; of an alarm or a command its type, of the history when it begins. */
  named: z.array(z.object({ id: longIdSchema, name: z.string() })),
});

export const dependentsSchema = z.object({
  /** Says in a removal that this is what the person saw: should something else hang on it then, nothing is removed. */
  seen: z.string(),
  /** Something that the caller does not see keeps the thing from being removed. */
  hidden: z.boolean(),
  dependents: z.array(dependentSchema),
});

/** What the address of a removal may say. */
export const removalQuerySchema = z.object({
  /** Of the dependents that were seen. */
  seen: z.string().max(64).optional(),
  /** One for each kind that asks: `device:detach`, `user:delete`, `device:move:12`. */
  decision: z
    .array(z.string().regex(/^[a-zA-Z]{1,32}:(detach|delete|move:\d{1,10})$/, 'is no decision'))
    .max(10)
    .optional(),
});

export type DependentKind = z.infer<typeof dependentKindSchema>;
export type DependentEffect = z.infer<typeof dependentEffectSchema>;
export type DependentChoice = z.infer<typeof dependentChoiceSchema>;
export type Dependent = z.infer<typeof dependentSchema>;
export type Dependents = z.infer<typeof dependentsSchema>;
export type RemovalQuery = z.infer<typeof removalQuerySchema>;
