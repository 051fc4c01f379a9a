/** Importing devices, customers, or both with their users from a spreadsheet: a template, a preview with every error, and all or nothing. */
import { z } from 'zod';

/** `base`: a customer, his device and his user in each row, whom it links. */
export const importNounSchema = z.enum(['devices', 'customers', 'base']);

/** What a cell, a row or a heading may have wrong. */
export const importErrorCodeSchema = z.enum([
  // of the headings, reported for row 1
  'column-missing',
  'column-twice',
  // of a cell
  'required',
  'too-long',
  'bad-characters',
  'digits-lost',
  'not-a-number',
  'out-of-range',
  'not-a-date',
  'not-yes-or-no',
  'not-in-list',
  'unknown-timezone',
  'twice-in-file',
  'taken',
  'unknown-name',
  'ambiguous-name',
  'ambiguous-document',
  'group-required',
  'invalid',
  // of a row
  'device-limit',
  'user-limit',
  'user-taken',
  'other-customer',
  'protected',
  'not-changeable',
]);

/** What is odd and hinders nothing (CUS-04). */
export const importWarningCodeSchema = z.enum([
  'check-digits',
  'document-twice',
  'document-known',
  // a row says otherwise than the one that named it first, which holds
  'differs-above',
]);

const placeFields = {
  /** As the spreadsheet counts, from 1. */
  row: z.number().int().min(1),
  /** The field's name in the API; null where the whole row is meant. */
  column: z.string().nullable(),
  /** How the file calls the column; null where it has none. */
  heading: z.string().nullable(),
  /** `C7`; null where no cell is meant. */
  cell: z.string().nullable(),
  /** What is there, cut where it is long. */
  value: z.string(),
};

export const importErrorSchema = z.object({ ...placeFields, code: importErrorCodeSchema });
export const importWarningSchema = z.object({ ...placeFields, code: importWarningCodeSchema });

/** So many errors, and so many warnings, are listed; beyond them they are counted. */
export const mostListedImportErrors = 10_000;

/**
 * What becomes of a customer, device or user: made; changed; only given its customer; left as it is; as an earlier row
 * says; or nothing, since the row has an error.
 */
export const importActSchema = z.enum(['create', 'update', 'link', 'keep', 'again', 'skip']);

const plannedSchema = z.object({ name: z.string(), act: importActSchema }).nullable();

/** What a row of `base` does. */
export const importPlanRowSchema = z.object({
  row: z.number().int().min(1),
  customer: plannedSchema,
  device: plannedSchema,
  user: plannedSchema,
  /** The first error of a row that is passed over. */
  why: importErrorCodeSchema.nullable(),
});

const partsSchema = z.object({
  customers: z.number().int().min(0),
  devices: z.number().int().min(0),
  users: z.number().int().min(0),
});

export const importPreviewSchema = z.object({
  /** Rows that hold something, without headings and examples. */
  rows: z.number().int().min(0),
  /** Rows that could be saved. */
  fits: z.number().int().min(0),
  /** Of them those that change what is there already; only where that was asked for. */
  updates: z.number().int().min(0).optional(),
  errorCount: z.number().int().min(0),
  /** By row and column. */
  errors: z.array(importErrorSchema),
  warningCount: z.number().int().min(0),
  warnings: z.array(importWarningSchema),
  /** Headings nobody knows: their columns are passed over. */
  ignored: z.array(z.string()),
  /** The first rows as they were read, beneath the headings that were known. */
  sample: z.object({
    headings: z.array(z.string()),
    rows: z.array(z.object({ row: z.number().int().min(1), values: z.array(z.string()) })),
  }),
  /** Every heading of the file, from left to right, with the column that it is read as; null for none. */
  columns: z.array(
    z.object({
      letter: z.string(),
      heading: z.string(),
      column: z.string().nullable(),
      /** Its first value. */
      sample: z.string(),
    }),
  ),
  /** What a heading may be read as. */
  fields: z.array(z.object({ column: z.string(), title: z.string(), required: z.boolean() })),
  /** Of `base`: row by row, and what there would be then. */
  plan: z
    .object({
      rows: z.array(importPlanRowSchema),
      created: partsSchema,
      updated: partsSchema,
      /** Pairs of a user and a device. */
      links: z.number().int().min(0),
    })
    .optional(),
});

export const importResultSchema = z.object({
  created: z.number().int().min(0),
  /** Only where that was asked for. */
  updated: z.number().int().min(0).optional(),
  skipped: z.number().int().min(0).optional(),
  /** Users who are sent an invitation by mail; only where that was asked for. */
  invited: z.number().int().min(0).optional(),
});

export const importLanguageSchema = z.enum(['pt-BR', 'en']);

/** `GET imports/{noun}/template`: the language of its headings; the person's own when absent. */
export const importTemplateQuerySchema = z.object({ language: importLanguageSchema.optional() });

/** `POST imports/{noun}`, the file as its body: `preview=true` saves nothing. */
export const importQuerySchema = z.object({
  preview: z.enum(['true', 'false'], 'must be true or false').optional(),
  language: importLanguageSchema.optional(),
  /** Rows of a device's identifier, or a customer's document, that is there already change it; empty cells leave what is there. */
  update: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** Rows with an error are passed over, and the others are saved. */
  skip: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** Of `base`: new users are sent an invitation by mail. */
  invite: z.enum(['true', 'false'], 'must be true or false').optional(),
  /** Which column is read as what, whatever its heading says: `C=user.email,D=` (`D` is passed over). */
  columns: z
    .string()
    .max(8_000)
    .regex(
      /^[A-Z]{1,3}=[\w.]*(?:,[A-Z]{1,3}=[\w.]*)*$/,
      'must be letters of columns with what each is read as',
    )
    .optional(),
});

/** The largest file that is taken, bytes. */
export const largestImportFile = 10 * 1024 * 1024;

/** The most rows of one file. */
export const mostImportRows = 20_000;
/** The same of `base`, whose rows are three objects and their links. */
export const mostBaseRows = 5_000;
/** So many users are invited by one import: their mails leave one after the other. */
export const mostInvited = 500;

/** What a spreadsheet may come as; Windows calls a CSV file by Excel's old name. What it is shows its content. */
export const importFileTypes = Object.freeze([
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'text/csv',
  'application/csv',
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const);

export type ImportNoun = z.infer<typeof importNounSchema>;
export type ImportErrorCode = z.infer<typeof importErrorCodeSchema>;
export type ImportError = z.infer<typeof importErrorSchema>;
export type ImportWarning = z.infer<typeof importWarningSchema>;
export type ImportPreview = z.infer<typeof importPreviewSchema>;
export type ImportResult = z.infer<typeof importResultSchema>;
export type ImportQuery = z.infer<typeof importQuerySchema>;
export type ImportTemplateQuery = z.infer<typeof importTemplateQuerySchema>;
export type ImportPlan = NonNullable<ImportPreview['plan']>;
export type ImportPlanRow = z.infer<typeof importPlanRowSchema>;
export type ImportAct = z.infer<typeof importActSchema>;
