/**
 * The link of a customer here to one of the payment provider, and the customers of both sides without a counterpart
 * (PAY-01, CUS-03).
 */
import { z } from 'zod';
import { fieldErrorSchema } from '../errors.ts';
import { flagTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema } from '../values/values.ts';

/** Why a person's customers do not go to the provider: his account names none, the server has no address for it, he has no key, or his key cannot be read. */
export const paymentGapSchema = z.enum(['no-provider', 'no-address', 'no-key', 'key-unreadable']);

/**
 * What went wrong there. `refused`: it refused, and nothing was saved. `key-refused`: it does not take the key. `gone`: it
 * has no such customer any more. `unreachable`: certainly nothing was saved. `uncertain`: it may have been saved.
 * `not-kept`: it accepted, and reads back otherwise. `unreadable`: its answer makes no sense. `taken`: another customer
 * here is linked to that one.
 */
export const paymentFaultSchema = z.enum([
  'refused',
  'key-refused',
  'gone',
  'unreachable',
  'uncertain',
  'not-kept',
  'unreadable',
  'taken',
]);

export const paymentAccountSchema = z.object({
  /** As his attribute `payment_provider` names it; null where it names none. */
  provider: z.string().nullable(),
  gap: paymentGapSchema.nullable(),
});

export const paymentLinkSchema = z.object({
  customerId: idSchema,
  /** `none`: never sent. `pending`: about to be sent, or linked by hand and about to be. `linked`: as it is here, so it is there. */
  state: z.enum(['none', 'pending', 'linked', 'failed']),
  /** Its number there; null where it has none yet. */
  providerId: z.string().nullable(),
  /** Its page in the provider's own panel. */
  page: z.string().nullable(),
  fault: paymentFaultSchema.nullable(),
  /** What the provider answered beyond fields, in its own words. */
  words: z.string().nullable(),
  /** Fields of the customer that it refused, in its own words. */
  fields: z.array(fieldErrorSchema),
  changedAt: instantSchema.nullable(),
});

const nameAndDocument = { name: z.string(), document: z.string() };

export const paymentMismatchSchema = z.object({
  /** The provider's customers that no visible customer is linked to. */
  there: z.array(
    z.object({
      providerId: z.string(),
      ...nameAndDocument,
      email: z.string(),
      page: z.string().nullable(),
      /** Customers here of the same document, without a link. */
      matches: z.array(z.object({ customerId: idSchema, name: z.string() })),
    }),
  ),
  /** Visible customers that are linked to none there. */
  here: z.array(
    z.object({
      customerId: idSchema,
      ...nameAndDocument,
      /** Customers there of the same document, without a link. */
      matches: z.array(z.object({ providerId: z.string(), name: z.string() })),
    }),
  ),
  /** How many there are on each side; the lists hold the first of them. */
  thereCount: z.number().int(),
  hereCount: z.number().int(),
  /** Pairs of one here and one there of the same document. */
  pairCount: z.number().int(),
  linkedCount: z.number().int(),
  /** Rows of the provider's that make no sense, such as one without a number. */
  unreadableCount: z.number().int(),
  /** It has more than were read. */
  isCut: z.boolean(),
});

export const paymentLinkInputSchema = z.object({
  providerId: z.string().regex(/^[\w-]{1,128}$/, 'must be a number or a word'),
});

/** `wait`: until what is being sent has ended. */
export const paymentLinkQuerySchema = z.object({ wait: flagTextSchema.optional() });

/** What linking all pairs did: `ambiguous` documents are borne by several on one side, and are a person's to decide. */
export const paymentPairsSchema = z.object({ linked: z.number().int(), ambiguous: z.number().int() });

export const paymentSellerSchema = z.object({ id: z.string().nullable() });

export type PaymentGap = z.infer<typeof paymentGapSchema>;
export type PaymentFault = z.infer<typeof paymentFaultSchema>;
export type PaymentAccount = z.infer<typeof paymentAccountSchema>;
export type PaymentLink = z.infer<typeof paymentLinkSchema>;
export type PaymentMismatch = z.infer<typeof paymentMismatchSchema>;
export type PaymentPairs = z.infer<typeof paymentPairsSchema>;
