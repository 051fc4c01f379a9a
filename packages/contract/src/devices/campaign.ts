/** A migration campaign: trackers are told their new server by SMS, in paced lots (BACK-05). */
import { z } from 'zod';
import { flagTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import { idSchema, instantSchema, nameSchema, shortTextSchema } from '../values/values.ts';

/** `stopped` is the end of it; `paused` goes on when it is started again. */
export const campaignStateSchema = z.enum(['draft', 'running', 'paused', 'stopped']);

/**
 * Of one device. `new`: nothing was ordered yet. `queued`: its SMS waits for its turn. `sending`: it leaves at this moment.
 * `sent`: the SMS service took it. `unsure`: the server stopped while it left, or was restored from a backup in which it
 * waited, so that it may have gone. `overdue`: it was sent, and the tracker did not report here in time. `arrived`: the tracker
 * itself reported here after it.
 */
export const campaignDeviceStateSchema = z.enum([
  'new',
  'queued',
  'sending',
  'sent',
  'failed',
  'unsure',
  'overdue',
  'arrived',
]);

/** Why a device is sent nothing. `left-out`: it was sent something, and is chosen no more. */
export const campaignFaultSchema = z.enum([
  'no-phone',
  'no-model',
  'no-text',
  'no-password',
  'no-apn',
  'no-port',
  'text-too-long',
  'device-disabled',
  'already-here',
  'left-out',
]);

/** Placeholders: `{host} {port} {apn} {apnUser} {apnPassword} {password} {uniqueId}`. One SMS, as trackers read no longer ones. */
export const campaignTextSchema = z.object({
  /** For devices of these models, however they are written; none: for all others. */
  models: z.array(nameSchema).max(200),
  /** Blanks at its beginning count: some trackers ask for them in place of a login. */
  text: z
    .string()
    .max(400)
    .refine((text) => text.trim() !== '', 'must not be empty'),
});

const clockSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time like 08:00');

const fields = {
  name: nameSchema,
  host: z
    .string()
    .trim()
    .min(1)
    .max(255)
    .regex(/^[\w.:-]+$/, 'must be a host without blanks'),
  /** Null: the port of the protocol that the model speaks. */
  port: z.number().int().min(1).max(65_535).nullable(),
  apn: shortTextSchema,
  apnUser: shortTextSchema,
  texts: z.array(campaignTextSchema).max(100),
  /** All of these; of groups and customers what lies in them when the campaign is saved. */
  deviceIds: z.array(idSchema).max(5_000),
  groupIds: z.array(idSchema).max(5_000),
  customerIds: z.array(idSchema).max(5_000),
  perMinute: z.number().int().min(1).max(600),
  /** The hours in which SMS leave, in the server's time zone; over midnight where the end is the earlier. */
  hoursFrom: clockSchema,
  hoursUntil: clockSchema,
  /** A tracker that did not report so long after its SMS is overdue. */
  silentHours: z.number().int().min(1).max(720),
};

export const campaignSchema = z.object({
  id: idSchema,
  ...fields,
  hasApnPassword: z.boolean(),
  state: campaignStateSchema,
  devices: z.number().int(),
  /** Whose SMS was sent, those that arrived among them. */
  sent: z.number().int(),
  arrived: z.number().int(),
  overdue: z.number().int(),
  failed: z.number().int(),
  startedAt: instantSchema.nullable(),
  /** When its SMS could last not be put together: none leaves, and within its hours the next try is a minute later. */
  unreadAt: instantSchema.nullable(),
});

/** On a change absent fields stay as they are. */
export const campaignInputSchema = z
  .object(fields)
  .partial()
  .extend({
    id: z.number().int().min(0).optional(),
    ...{ name: fields.name, host: fields.host },
    /** '' for none, absent to leave it as it is. */
    apnPassword: shortTextSchema.optional(),
  });

export const campaignQuerySchema = pageQuerySchema.extend({
  all: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'state', 'startedAt'),
});

export const campaignDeviceSchema = z.object({
  deviceId: idSchema,
  name: z.string(),
  uniqueId: z.string(),
  phone: z.string().nullable(),
  model: z.string().nullable(),
  state: campaignDeviceStateSchema,
  /** Null where it can be sent. */
  fault: campaignFaultSchema.nullable(),
  /** The SMS as it would be sent now; null where there is none. */
  text: z.string().nullable(),
  attempts: z.number().int(),
  /** When its SMS left last. */
  sentAt: instantSchema.nullable(),
  arrivedAt: instantSchema.nullable(),
  /** What the SMS service said of the last attempt. */
  error: z.string().nullable(),
});

/** How many SMS the person was asked about; where it is another number by now, nothing is sent. */
export const campaignOrderSchema = z.object({ count: z.number().int().min(0) });

export type Campaign = z.infer<typeof campaignSchema>;
export type CampaignInput = z.infer<typeof campaignInputSchema>;
export type CampaignQuery = z.infer<typeof campaignQuerySchema>;
export type CampaignState = z.infer<typeof campaignStateSchema>;
export type CampaignDevice = z.infer<typeof campaignDeviceSchema>;
export type CampaignDeviceState = z.infer<typeof campaignDeviceStateSchema>;
export type CampaignFault = z.infer<typeof campaignFaultSchema>;
export type CampaignText = z.infer<typeof campaignTextSchema>;
