/** A person or company that a tracking centre serves. */
import { z } from 'zod';
import { bulkInputSchema } from '../bulk-change.ts';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  flagInputSchema,
  idSchema,
  instantInputSchema,
  instantSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
  shortTextSchema,
} from '../values/values.ts';

/** F: a person, with a CPF. J: a company, with a CNPJ. */
export const customerTypeSchema = z.enum(['F', 'J']);
export const customerCategorySchema = z.enum(['client', 'partner', 'monitoring']);
export const customerStatusSchema = z.enum(['active', 'frozen', 'inactive', 'trial']);

export const customerSchema = z.object({
  id: idSchema,
  groupId: referenceSchema,
  /** Digits, and letters in a CNPJ, without punctuation. */
  cpfCnpj: z.string(),
  type: customerTypeSchema,
  name: z.string(),
  street: z.string(),
  number: z.string(),
  complement: z.string().nullable(),
  neighborhood: z.string(),
  city: z.string(),
  /** Two-letter code of a Brazilian state. */
  state: z.string(),
  postalCode: z.string(),
  phone: z.string(),
  cellphone: z.string().nullable(),
  notificationEmail: z.string(),
  secondaryEmail: z.string().nullable(),
  category: customerCategorySchema,
  status: customerStatusSchema,
  notes: z.string().nullable(),
  disabled: z.boolean(),
  registrationDate: instantSchema,
  expirationDate: instantSchema.nullable(),
  /** Day of the month. */
  invoiceDay: z.number().int().min(1).max(31).nullable(),
  attributes: attributesSchema,
});

const required = nameSchema;
const optional = shortTextSchema.nullable().optional();

/** What a client sends; on a change an absent field stays as it is, and `attributes` are replaced whole. A wrong check digit is never refused here (CUS-04). */
export const customerInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  groupId: referenceInputSchema,
  cpfCnpj: required,
  type: customerTypeSchema,
  name: required,
  street: required,
  number: required,
  complement: optional,
  neighborhood: required,
  city: required,
  state: z.string().length(2),
  postalCode: required,
  phone: required,
  cellphone: optional,
  notificationEmail: required,
  secondaryEmail: optional,
  /** The same by another spelling, which clients use too. */
  SecondaryEmail: optional,
  category: customerCategorySchema,
  status: customerStatusSchema,
  notes: z.string().max(10_000).nullable().optional(),
  disabled: flagInputSchema,
  registrationDate: instantInputSchema.nullable().optional(),
  expirationDate: instantInputSchema.nullable().optional(),
  invoiceDay: z.number().int().min(1).max(31).nullable().optional(),
  attributes: attributesSchema.nullable().optional(),
});

/**
 * Filters of `GET customers`: `groupId` counts the groups below it in; `keyword` is looked for in name, document, e-mail
 * and city; `userId` asks through the eyes of a user one manages. `all` is accepted for clients of the field.
 */
export const customerQuerySchema = pageQuerySchema.extend({
  id: z.array(idTextSchema).max(1000).optional(),
  all: flagTextSchema.optional(),
  userId: idTextSchema.optional(),
  groupId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  ...sortedBy(
    'name',
    'cpfCnpj',
    'type',
    'city',
    'state',
    'phone',
    'notificationEmail',
    'category',
    'status',
    'registrationDate',
    'expirationDate',
  ),
});

export const bulkCustomersSchema = bulkInputSchema(
  customerQuerySchema.pick({ keyword: true, groupId: true }),
  { groupId: referenceSchema },
  { category: customerCategorySchema },
  { status: customerStatusSchema },
  { disabled: z.boolean() },
);

export type CustomerQuery = z.infer<typeof customerQuerySchema>;
export type CustomerType = z.infer<typeof customerTypeSchema>;
export type Customer = z.infer<typeof customerSchema>;
export type CustomerInput = z.infer<typeof customerInputSchema>;
