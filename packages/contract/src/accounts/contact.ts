/**
 * Whom a centre calls for a customer, and what proves that it is he who answers. Phrases are sealed: they are written here
 * and never read, but on an alarm or case that one holds (`phrasesShownSchema`).
 */
import { z } from 'zod';
import {
  idSchema,
  instantSchema,
  longIdSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
} from '../values/values.ts';

/** Digits with what people write between them; 8 to 15 digits. */
export const contactNumberSchema = z
  .string()
  .trim()
  .max(32)
  .regex(/^\+?(?:[\s().-]*\d){8,15}[\s().-]*$/, 'must be a phone number of 8 to 15 digits');

export const contactPhoneSchema = z.object({ number: contactNumberSchema, whatsapp: z.boolean() });

/** 2 to 64 characters; compared without case, accents and punctuation. Null removes it, absent leaves it. */
const phraseInputSchema = z.string().trim().min(2).max(64).nullable().optional();

export const contactSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** "Titular", "Esposa", "Motorista": as it was written. */
  role: z.string().nullable(),
  phones: z.array(contactPhoneSchema),
  /** Hours in which he may be called; 0: always. */
  calendarId: referenceSchema,
  note: z.string().nullable(),
  hasPassPhrase: z.boolean(),
  hasCounterPhrase: z.boolean(),
});

/** One that has an `id` is that contact; the others are new. Who is not named is removed. The order is that of calling. */
export const contactInputSchema = z.object({
  id: idSchema.optional(),
  name: nameSchema,
  role: shortTextSchema.nullable().optional(),
  phones: z.array(contactPhoneSchema).max(6),
  calendarId: referenceInputSchema,
  note: z.string().trim().max(1000).nullable().optional(),
  passPhrase: phraseInputSchema,
  counterPhrase: phraseInputSchema,
});

/** What a client asked for, without its phrases: `GET contact-requests`, and on the contacts of the customer. */
export const contactRequestSchema = z.object({
  id: idSchema,
  customerId: idSchema,
  customerName: z.string(),
  userName: z.string(),
  requestedAt: instantSchema,
  contacts: z.array(contactSchema.omit({ id: true }).extend({ id: idSchema.nullable() })),
  /** Which phrases of the customer it sets or removes. */
  changesPassPhrase: z.boolean(),
  changesCounterPhrase: z.boolean(),
  changesDuressPhrase: z.boolean(),
});

/** `GET customers/{id}/contacts`, in the order of calling. */
export const contactBookSchema = z.object({
  customerId: idSchema,
  /** Counts its changes; 0 where nothing was ever set. */
  version: z.number().int(),
  contacts: z.array(contactSchema),
  hasPassPhrase: z.boolean(),
  hasCounterPhrase: z.boolean(),
  hasDuressPhrase: z.boolean(),
  /** The caller's own changes are requests that the centre accepts. */
  byRequest: z.boolean(),
  request: contactRequestSchema.nullable(),
  /** What became of the last request. */
  decision: z
    .object({ accepted: z.boolean(), decidedAt: instantSchema, note: z.string().nullable() })
    .nullable(),
});

/**
 * `PUT customers/{id}/contacts`. Of a user of the customer himself it is a request: 202, and the book as it still is. With
 * `version` a change that somebody else made meanwhile is 409 `edited-meanwhile`. The duress phrase is like no other.
 */
export const contactBookInputSchema = z.object({
  version: z.number().int().optional(),
  contacts: z.array(contactInputSchema).max(20),
  passPhrase: phraseInputSchema,
  counterPhrase: phraseInputSchema,
  duressPhrase: phraseInputSchema,
});

/** `POST contact-requests/{id}/accept`. */
export const contactDecisionSchema = z.object({ note: z.string().trim().max(1000).optional() });
/** `POST contact-requests/{id}/refuse`: the client reads why. */
export const contactRefusalSchema = z.object({ note: z.string().trim().min(1).max(1000) });

/** Who was notified of the acceptance: the contacts as they were before. `failed` ones must be called. */
export const contactRequestDecidedSchema = z.object({
  book: contactBookSchema,
  told: z.array(z.object({ name: z.string(), phone: z.string() })),
});

/** A phone with the address that dials it: by `DIAL_URL`, else `tel:`. */
export const dialledPhoneSchema = contactPhoneSchema.extend({ number: z.string(), dialUrl: z.string() });

/** Whom to call while one works on an alarm or a case. */
export const workContactSchema = z.object({
  /** Null: who called, the customer's own phones and the one noted on the vehicle; the role says which. */
  contactId: idSchema.nullable(),
  name: z.string(),
  role: z.string().nullable(),
  phones: z.array(dialledPhoneSchema),
  /** Whether it is within his hours now, and when that changes next; null where he has none. */
  inHours: z.boolean().nullable(),
  hoursChangeAt: instantSchema.nullable(),
  note: z.string().nullable(),
});

/** `GET alarms/{id}/contacts` and `GET sinisters/{id}/contacts`: in the order of calling. */
export const workContactsSchema = z.object({
  customerId: referenceSchema,
  contacts: z.array(workContactSchema),
  /** His contacts are named only to everybody who works on it or sees the customer: the caller is neither. */
  withheld: z.boolean(),
  /** The caller works on it: phrases and tries of an alarm are his. */
  isHeld: z.boolean(),
  /** There is a phrase to ask for. */
  hasPhrases: z.boolean(),
});

/** So long phrases may stand on a screen. */
export const phraseShownSeconds = 30;

/** `POST alarms/{id}/phrases` and `POST sinisters/{id}/phrases`: on one that the caller holds; each look is in the audit. */
export const phrasesShownSchema = z.object({
  /** Until then, by the server's clock. */
  until: instantSchema,
  duressPhrase: z.string().nullable(),
  /** The customer's own first (`contactId` null). */
  phrases: z.array(
    z.object({
      contactId: idSchema.nullable(),
      name: z.string(),
      passPhrase: z.string().nullable(),
      counterPhrase: z.string().nullable(),
    }),
  ),
});

/** `right`, `wrong`, `duress` (the centre acts, the customer's screens show nothing), `none-set`. */
export const phraseAnswerSchema = z.enum(['right', 'wrong', 'duress', 'none-set']);
export const phraseCheckSchema = z.object({ spoken: z.string().trim().min(1).max(200) });
export const phraseCheckedSchema = z.object({ answer: phraseAnswerSchema });

/** `POST alarms/{id}/phrase-answers` and of a case: what a person heard, who has looked at the phrases. */
export const phraseHeardSchema = z.object({ answer: z.enum(['right', 'wrong']) });

export const tryOutcomeSchema = z.enum(['answered', 'noAnswer', 'voicemail', 'wrongNumber']);

/** `POST alarms/{id}/tries` and `POST sinisters/{id}/tries`: one click. */
export const contactTryInputSchema = z.object({
  contactId: idSchema.nullable().optional(),
  name: nameSchema,
  phone: contactNumberSchema,
  outcome: tryOutcomeSchema,
  note: z.string().trim().max(1000).optional(),
});
export const contactTrySchema = z.object({
  id: longIdSchema,
  contactId: idSchema.nullable(),
  name: z.string(),
  phone: z.string(),
  outcome: tryOutcomeSchema,
  note: z.string().nullable(),
  recordingUrl: z.string().nullable(),
  userName: z.string(),
  at: instantSchema,
});
/** `PUT contact-tries/{id}/recording`: where the call can be heard; empty removes it. */
export const contactRecordingSchema = z.object({
  recordingUrl: z
    .string()
    .max(2048)
    .regex(/^$|^https?:\/\/\S+$/i, 'must be an address that begins with http:// or https://'),
});

export type Contact = z.infer<typeof contactSchema>;
export type ContactInput = z.infer<typeof contactInputSchema>;
export type ContactPhone = z.infer<typeof contactPhoneSchema>;
export type ContactBook = z.infer<typeof contactBookSchema>;
export type ContactBookInput = z.infer<typeof contactBookInputSchema>;
export type ContactRequest = z.infer<typeof contactRequestSchema>;
export type ContactRequestDecided = z.infer<typeof contactRequestDecidedSchema>;
export type WorkContact = z.infer<typeof workContactSchema>;
export type WorkContacts = z.infer<typeof workContactsSchema>;
export type TryOutcome = z.infer<typeof tryOutcomeSchema>;
export type ContactTry = z.infer<typeof contactTrySchema>;
export type ContactTryInput = z.infer<typeof contactTryInputSchema>;
export type PhraseAnswer = z.infer<typeof phraseAnswerSchema>;
export type PhraseHeard = z.infer<typeof phraseHeardSchema>['answer'];
export type PhrasesShown = z.infer<typeof phrasesShownSchema>;
