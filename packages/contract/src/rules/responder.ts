/** Prompt response: a provider, or an own agent, who goes out to a stolen vehicle. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  latitudeSchema,
  longitudeSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
} from '../values/values.ts';

export const responderKindSchema = z.enum(['provider', 'agent']);

const dateSchema = z.iso.date();
const centsSchema = z.number().int().min(0).max(100_000_000);

export const responderSchema = z.object({
  id: idSchema,
  name: z.string(),
  kind: responderKindSchema,
  phone: z.string(),
  otherPhone: z.string().nullable(),
  /** Where he works, in words. */
  area: z.string().nullable(),
  /** When he can be called, in words. */
  hours: z.string().nullable(),
  /** His base: where he is counted from while no tracker tells. */
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  /** The device that he is tracked by. */
  deviceId: referenceSchema,
  callOutCents: centsSchema.nullable(),
  kmCents: centsSchema.nullable(),
  /** Of the authorization to work as a security service, and its last day. */
  authorizationNumber: z.string().nullable(),
  authorizedUntil: dateSchema.nullable(),
  attributes: attributesSchema,
});

const textInput = shortTextSchema.nullable().optional();

export const responderInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  kind: responderKindSchema,
  phone: nameSchema,
  otherPhone: textInput,
  area: textInput,
  hours: textInput,
  latitude: latitudeSchema.nullable().optional(),
  longitude: longitudeSchema.nullable().optional(),
  deviceId: referenceInputSchema,
  callOutCents: centsSchema.nullable().optional(),
  kmCents: centsSchema.nullable().optional(),
  authorizationNumber: textInput,
  authorizedUntil: dateSchema.nullable().optional(),
  attributes: attributesSchema.nullable().optional(),
});

export const responderQuerySchema = linkedQuerySchema.extend(
  sortedBy('name', 'kind', 'area', 'authorizedUntil'),
);

export type Responder = z.infer<typeof responderSchema>;
export type ResponderInput = z.infer<typeof responderInputSchema>;
export type ResponderQuery = z.infer<typeof responderQuerySchema>;
