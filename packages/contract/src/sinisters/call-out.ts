/** Somebody of the prompt response who was called out to a stolen vehicle, and what he answered by his link. */
import { z } from 'zod';
import { responderSchema } from '../rules/responder.ts';
import { idTextSchema, instantTextSchema } from '../values/query-values.ts';
import {
  idSchema,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  nameSchema,
  referenceSchema,
} from '../values/values.ts';
import { soughtPlaceSchema, soughtVehicleSchema } from './police-link.ts';

export const callOutStates = ['sent', 'declined', 'onTheWay', 'onSite', 'recovered', 'cancelled'] as const;
export const callOutChannels = ['whatsapp', 'sms'] as const;
export const callOutAnswers = ['declined', 'onTheWay', 'onSite', 'recovered'] as const;

const centsSchema = z.number().int().min(0).max(100_000_000);
const kmSchema = z.number().min(0).max(100_000);

export const callOutSchema = z.object({
  id: idSchema,
  sinisterId: idSchema,
  /** 0 when he is in the directory no more. */
  responderId: referenceSchema,
  name: z.string(),
  phone: z.string(),
  message: z.string().nullable(),
  createdAt: instantSchema,
  createdBy: z.string(),
  approvedBy: z.string(),
  state: z.enum(callOutStates),
  /** How its link was sent last; of WhatsApp it is known only that it was opened with the text. */
  channel: z.enum(callOutChannels).nullable(),
  channelState: z.enum(['opened', 'sending', 'sent', 'failed']).nullable(),
  channelAt: instantSchema.nullable(),
  /** When the link was first opened. */
  seenAt: instantSchema.nullable(),
  onTheWayAt: instantSchema.nullable(),
  onSiteAt: instantSchema.nullable(),
  endedAt: instantSchema.nullable(),
  /** Where he was when he answered last, or where his phone said since. */
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  /** When his phone said so; null where it only came with an answer. */
  placedAt: instantSchema.nullable(),
  /** His prices as they were. */
  callOutCents: centsSchema.nullable(),
  kmCents: centsSchema.nullable(),
  km: kmSchema.nullable(),
  /** As it was said; by his prices and the kilometres where it was not. */
  costCents: centsSchema.nullable(),
});

/** Body of `POST sinisters/{id}/call-outs`. */
export const callOutInputSchema = z.object({
  responderId: idSchema,
  message: z.string().max(1000).nullable().optional(),
  /** Who answers for the cost. */
  approvedBy: nameSchema,
});

/** The token is returned only once. It goes into `{origin}/call-out/{token}`. */
export const newCallOutSchema = callOutSchema.extend({
  token: z.string(),
  /** What is written to him, with the link. */
  text: z.string(),
});

/** Body of `PUT sinisters/{id}/call-outs/{callOutId}`; what is absent stays. */
export const callOutChangeSchema = z.object({
  km: kmSchema.nullable().optional(),
  costCents: centsSchema.nullable().optional(),
  approvedBy: nameSchema.optional(),
  /** WhatsApp was opened with the text. */
  opened: z.literal('whatsapp').optional(),
  /** Ends it: its link is over. */
  cancelled: z.literal(true).optional(),
});

/** Body of `POST sinisters/{id}/call-outs/{callOutId}/sms`: the token of its link, which is stored nowhere. */
export const callOutSmsSchema = z.object({ token: z.string().min(1).max(200) });

/** One of the directory, as a case sees him. */
export const nearResponderSchema = responderSchema.extend({
  /** From him to where the vehicle was last; null where one of both is not known. */
  distanceMetres: z.number().min(0).nullable(),
  /** Degrees clockwise from north, from him to the vehicle. */
  bearing: z.number().nullable(),
  /** Whether his own tracker said where he is, or his base is meant. */
  placedBy: z.enum(['tracker', 'base']).nullable(),
  /** His authorization has not run out. */
  isAuthorized: z.boolean(),
});

/** `GET call-outs/{token}`: what he who was called sees. */
export const calledOutSchema = z.object({
  /** Of the call-out, the same by each of its links. */
  id: idSchema,
  name: z.string(),
  state: z.enum(callOutStates),
  message: z.string().nullable(),
  number: z.number().int().positive(),
  openingDate: instantSchema,
  openingAddress: z.string().nullable(),
  /** Of the centre, to be called. */
  centrePhone: z.string().nullable(),
  vehicle: soughtVehicleSchema,
  place: soughtPlaceSchema,
});

/** Body of `POST call-outs/{token}/answers`. */
export const callOutAnswerSchema = z.object({
  answer: z.enum(callOutAnswers),
  /** Chosen by the one who answers: sent again with the same key, it is written once. */
  key: z.string().min(8).max(64).optional(),
  /** By the phone's clock: what has waited for a network was given before it came. */
  givenAt: instantSchema.optional(),
  latitude: latitudeSchema.nullable().optional(),
  longitude: longitudeSchema.nullable().optional(),
  note: z.string().trim().max(2000).nullable().optional(),
  /** A picture of what he found: a data URL, PNG or JPEG. */
  file: z.string().max(8_000_000).optional(),
});

/** Body of `POST call-outs/{token}/places`: where the phone of who is on his way is. */
export const callOutPlaceSchema = z.object({
  latitude: latitudeSchema,
  longitude: longitudeSchema,
  /** By the phone's clock. */
  at: instantSchema,
});

/** States in which his phone is a tracker: he said that he goes, and it is not over. */
export const trackedCallOutStates: readonly (typeof callOutStates)[number][] = ['onTheWay', 'onSite'];

/** What an app of the stores calls itself, before the token of the link: it reports to `/osmand` as any phone does. */
export const callOutTrackerPrefix = 'callout-';

/** `GET reports/call-outs`: by the day of the call. */
export const callOutReportQuerySchema = z.object({
  from: instantTextSchema,
  to: instantTextSchema,
  sinisterId: idTextSchema.optional(),
});

/** What a spreadsheet of call-outs has for each. */
export const callOutLineSchema = callOutSchema.extend({
  /** Of the case. */
  number: z.number().int().positive(),
  plate: z.string().nullable(),
});

export type CallOutReportQuery = z.infer<typeof callOutReportQuerySchema>;
export type CallOutLine = z.infer<typeof callOutLineSchema>;
export type NewCallOut = z.infer<typeof newCallOutSchema>;
export type CallOut = z.infer<typeof callOutSchema>;
export type CallOutInput = z.infer<typeof callOutInputSchema>;
export type CallOutChange = z.infer<typeof callOutChangeSchema>;
export type CallOutAnswer = z.infer<typeof callOutAnswerSchema>;
export type CalledOut = z.infer<typeof calledOutSchema>;
export type CallOutPlace = z.infer<typeof callOutPlaceSchema>;
export type NearResponder = z.infer<typeof nearResponderSchema>;
