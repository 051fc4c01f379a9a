/** Mirrors: chosen devices are forwarded to another server while both run side by side (OUT-06). */
import { z } from 'zod';
import { flagTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  instantInputSchema,
  instantSchema,
  latitudeSchema,
  longitudeSchema,
  nameSchema,
} from '../values/values.ts';

/**
 * `raw`: the tracker's own frames, over a connection of its own for each device; what the other server answers is
 * ignored. `osmand`: positions as the parameters of OsmAnd's live tracking. `json`: positions as
 * `{ position, device }`.
 */
export const mirrorKindSchema = z.enum(['raw', 'osmand', 'json']);

/** How the OsmAnd form is sent: in the address, or as a form in the body. JSON is always posted. */
export const mirrorMethodSchema = z.enum(['GET', 'POST']);

/** What became of a message: `failed` was given up after the other server refused it, `dropped` was never sent. */
export const mirrorOutcomeSchema = z.enum(['sent', 'failed', 'dropped']);

/** Why: a word of the server's, or `refused-<status>` of the other one. '' where it was sent. */
const reasonSchema = z.string();

const mostNamed = 5_000;
const chosenSchema = z.array(idSchema).max(mostNamed);

const fields = {
  name: nameSchema,
  kind: mirrorKindSchema,
  /** Of `raw`: a host, with `:port` where all frames go to one; else each goes to its protocol's usual port. Else a URL. */
  address: z.string().trim().min(1).max(2000),
  method: mirrorMethodSchema,
  /** All of these are forwarded; of groups and customers whatever lies in them, now and later. */
  deviceIds: chosenSchema,
  groupIds: chosenSchema,
  customerIds: chosenSchema,
  activeFrom: instantInputSchema,
  /** Null: until it is switched off. */
  activeUntil: instantInputSchema.nullable(),
  /** Who allowed that these positions leave the house, and why. */
  authorizedBy: z.string().trim().min(1).max(255),
  reason: z.string().trim().min(1).max(2000),
  enabled: z.boolean(),
};

export const mirrorSchema = z.object({
  id: idSchema,
  ...fields,
  activeFrom: instantSchema,
  activeUntil: instantSchema.nullable(),
  /** Whether requests bear an `Authorization` of their own; the value itself is not shown. */
  hasAuthorization: z.boolean(),
  /** How many devices it takes now. */
  devices: z.number().int(),
  /** Messages of the last 24 hours. */
  sent: z.number().int(),
  failed: z.number().int(),
  dropped: z.number().int(),
  lastSentAt: instantSchema.nullable(),
  /** The last that was not sent, within 24 hours. */
  lastTrouble: reasonSchema.nullable(),
  lastTroubleAt: instantSchema.nullable(),
});

/** On a change absent fields stay as they are. */
export const mirrorInputSchema = z
  .object(fields)
  .partial()
  .extend({
    id: z.number().int().min(0).optional(),
    ...{ name: fields.name, kind: fields.kind, address: fields.address },
    ...{ authorizedBy: fields.authorizedBy, reason: fields.reason },
    /** The value of the header `Authorization` of each request; '' for none, absent to leave it as it is. */
    authorization: z.string().max(4000).optional(),
  });

export const mirrorQuerySchema = pageQuerySchema.extend({
  all: flagTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy('name', 'kind', 'address', 'activeFrom', 'activeUntil'),
});

/** One hour of one device. */
export const mirrorLineSchema = z.object({
  hour: instantSchema,
  deviceId: idSchema,
  /** Null for one that was removed. */
  deviceName: z.string().nullable(),
  outcome: mirrorOutcomeSchema,
  reason: reasonSchema,
  count: z.number().int(),
  lastAt: instantSchema,
});

export const mirrorLogQuerySchema = pageQuerySchema.extend({ outcome: mirrorOutcomeSchema.optional() });

/** A position as another server forwards it: the field's `{ position, device }`. What is not named here is ignored. */
export const forwardedPositionSchema = z.looseObject({
  device: z.looseObject({ uniqueId: z.string().min(1).max(128) }),
  position: z.looseObject({
    protocol: z.string().max(64).nullish(),
    deviceTime: instantInputSchema.nullish(),
    fixTime: instantInputSchema,
    outdated: z.boolean().nullish(),
    valid: z.boolean().nullish(),
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    altitude: z.number().nullish(),
    /** Knots. */
    speed: z.number().min(0).nullish(),
    course: z.number().nullish(),
    accuracy: z.number().min(0).nullish(),
    attributes: attributesSchema.nullish(),
  }),
});

const parameterSchema = z.string().max(255).optional();

/** The parameters of OsmAnd's live tracking; any other is an attribute of the position. */
export const forwardedOsmandSchema = z.looseObject({
  id: z.string().max(128).optional(),
  timestamp: parameterSchema,
  lat: parameterSchema,
  lon: parameterSchema,
  /** Knots. */
  speed: parameterSchema,
  bearing: parameterSchema,
  altitude: parameterSchema,
  accuracy: parameterSchema,
  /** The key, where it is not in a header. */
  token: parameterSchema,
});

export type Mirror = z.infer<typeof mirrorSchema>;
export type MirrorInput = z.infer<typeof mirrorInputSchema>;
export type MirrorKind = z.infer<typeof mirrorKindSchema>;
export type MirrorLine = z.infer<typeof mirrorLineSchema>;
export type MirrorLogQuery = z.infer<typeof mirrorLogQuerySchema>;
export type MirrorOutcome = z.infer<typeof mirrorOutcomeSchema>;
export type MirrorQuery = z.infer<typeof mirrorQuerySchema>;
export type ForwardedPosition = z.infer<typeof forwardedPositionSchema>;
