/** One line of the audit: who did what to what, when and from where (SEC-03). Never edited, read by administrators. */
import { z } from 'zod';
import { idTextSchema, instantTextSchema, longIdTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, longIdSchema } from '../values/values.ts';
import { linkedKinds } from './linked-kind.ts';

/** What may be written of; removed things keep their lines. */
export const auditNounSchema = z.enum([
  ...linkedKinds,
  'alarm',
  'alarmOutcome',
  'alarmRule',
  'block',
  'blockPolicy',
  'calendar',
  'campaign',
  'company',
  'customer',
  'desk',
  'deskTeam',
  'device',
  'escalation',
  'event',
  'fleetControl',
  'group',
  'holdReason',
  'location',
  'mirror',
  'occurrence',
  'procedure',
  'report',
  'scheduledReport',
  'seller',
  'server',
  'session',
  'silence',
  'sinister',
  'token',
  'position',
  'user',
]);

export const auditLineSchema = z.object({
  id: longIdSchema,
  at: instantSchema,
  /** Null when nobody was signed in: a refused sign-in, the server itself. */
  userId: idSchema.nullable(),
  /** The user's name as it was then. */
  userName: z.string().nullable(),
  /** `create`, `update`, `remove`, `link`, `unlink`, `sign-in`, `sign-in-refused`, `sign-out`… */
  action: z.string(),
  /** What kind of thing: `device`, `group`, `user`, `session`… */
  noun: z.string(),
  objectId: z.number().int().nullable(),
  /** Network address of the person who asked; null for the server itself. */
  address: z.string().nullable(),
  /** Names of changed fields, the other side of a link; no secrets. */
  details: z.record(z.string(), z.unknown()),
  /**
   * What they are called now: `object` the thing itself, others by their key in the details (`geofenceId`, `deviceId`…).
   * What exists no more is left out.
   */
  names: z.record(z.string(), z.string()),
  /** The same as the field calls it; `create`, `edit`, `remove`, `link`, `unlink`, `login`, `logout` are its words. */
  actionTime: instantSchema.optional(),
  userEmail: z.string().nullable().optional(),
  actionType: z.string().optional(),
  objectType: z.string().optional(),
  attributes: z.record(z.string(), z.unknown()).optional(),
});

/** `GET audit`: newest first. `before` is the id of the last line one already has; `objectId` goes with its `noun`. */
export const auditQuerySchema = z
  .object({
    before: longIdTextSchema.optional(),
    limit: z
      .string()
      .regex(/^([1-9]\d{0,2}|1000)$/, 'must be a whole number from 1 to 1000')
      .optional(),
    userId: idTextSchema.optional(),
    noun: auditNounSchema.optional(),
    objectId: longIdTextSchema.optional(),
    from: instantTextSchema.optional(),
    to: instantTextSchema.optional(),
  })
  .refine(({ objectId, noun }) => objectId === undefined || noun !== undefined, {
    path: ['noun'],
    message: 'is needed with objectId',
  });

export type AuditNoun = z.infer<typeof auditNounSchema>;
export type AuditLine = z.infer<typeof auditLineSchema>;
export type AuditQuery = z.infer<typeof auditQuerySchema>;
