/**
 * What the police receives about a stolen vehicle: for the police report (BO), and for SINAL of the federal highway
 * police.
 */
import { z } from 'zod';
import { idSchema, instantSchema, shortTextSchema } from '../values/values.ts';

export const factKinds = ['theft', 'robbery', 'lostSignal', 'kidnapping', 'cloning'] as const;

const typedText = shortTextSchema.nullable();

/** What is typed for one case; null is taken from vehicle, customer and case where they say it. */
export const policeFactsInputSchema = z.object({
  factKind: z.enum(factKinds).nullable(),
  factAt: instantSchema.nullable(),
  place: typedText,
  narrative: z.string().max(10_000).nullable(),
  notifierName: typedText,
  notifierDocument: typedText,
  notifierPhone: typedText,
  notifierEmail: typedText,
  notifierAddress: typedText,
  /** The owner, or his attorney, agrees that his data goes to the police: who said so. */
  consentBy: typedText,
  consentAt: instantSchema.nullable(),
});

/** The facts of a vehicle, by the attribute of its device that holds each. */
export const vehicleFacts = [
  'plate',
  'chassi',
  'renavam',
  'manufacturer',
  'vehicleModel',
  'color',
  'year',
  'modelYear',
  'vehicleType',
  'species',
  'registrationCity',
  'registrationState',
] as const;

const notifierFacts = [
  'notifierName',
  'notifierDocument',
  'notifierPhone',
  'notifierEmail',
  'notifierAddress',
] as const;

export const policeFactSchema = z.enum([
  ...vehicleFacts,
  'factKind',
  'factAt',
  'place',
  'narrative',
  ...notifierFacts,
  'consentBy',
]);

export const policeTextsSchema = z.object({
  /** As they go into the texts; '' is missing. */
  facts: z.record(policeFactSchema, z.string()),
  typed: policeFactsInputSchema,
  /** What the texts still need, and where it is typed: the device's form, or the case's own facts. */
  missing: z.array(
    z.object({ fact: policeFactSchema, typedIn: z.enum(['device', 'case']), id: idSchema.nullable() }),
  ),
  /** In Portuguese, as the police of Brazil takes them. */
  policeReport: z.string(),
  sinal: z.string(),
  /** SINAL takes an alert until 72 hours after the fact. */
  sinalUntil: instantSchema,
});

export type FactKind = (typeof factKinds)[number];
export type PoliceFact = z.infer<typeof policeFactSchema>;
export type PoliceFactsInput = z.infer<typeof policeFactsInputSchema>;
export type PoliceTexts = z.infer<typeof policeTextsSchema>;
