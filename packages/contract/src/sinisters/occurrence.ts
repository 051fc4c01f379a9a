/** Something that happened, or was done, while a sinister was open. */
import { z } from 'zod';
import { idSchema, instantSchema } from '../values/values.ts';

export const occurrenceCategorySchema = z.enum([
  'attemptToTriggerPromptResponse',
  'limitExceededInSearchConditions',
  'policeArriveAtTheScene',
  'promptResponseActivated',
  'registerThePoliceReport',
  'requestedVehicleForVehicleRecovery',
  'supportArrivesOnSite',
  'supportDoesOnSitePreservation',
  'supportOnTheWay',
  'supportStartsPatrolling',
  'uninstalledEquipmentFound',
]);

/** What an image of an occurrence may be: its report is a PDF, which holds these two. */
export const occurrenceImageTypes = ['image/png', 'image/jpeg'] as const;

/** Of the image itself; its data URL is a third longer. */
export const largestOccurrenceImageBytes = 5 * 1024 * 1024;
/** Of one case. */
export const mostOccurrenceImages = 100;

export const occurrenceAttributesSchema = z
  .object({
    /** Extension of the attached image, without the dot. */
    ext: z.string().max(8).optional(),
    /** The attached image: a data URL in a request, the address of the image in an answer. */
    file: z.string().max(8_000_000).optional(),
  })
  .catchall(z.unknown());

export const occurrenceSchema = z.object({
  id: idSchema,
  sinisterId: idSchema,
  category: occurrenceCategorySchema,
  occurrenceDate: instantSchema,
  address: z.string().nullable(),
  description: z.string(),
  /** Name of the person who reported it, from the session. */
  reportedBy: z.string(),
  attributes: occurrenceAttributesSchema,
});

export const occurrenceInputSchema = z.object({
  sinisterId: idSchema.optional(),
  category: occurrenceCategorySchema,
  occurrenceDate: instantSchema,
  address: z.string().max(1000).nullable().optional(),
  description: z.string().trim().min(1).max(10_000),
  attributes: occurrenceAttributesSchema.optional(),
});

export type OccurrenceCategory = z.infer<typeof occurrenceCategorySchema>;
export type Occurrence = z.infer<typeof occurrenceSchema>;
export type OccurrenceInput = z.infer<typeof occurrenceInputSchema>;
