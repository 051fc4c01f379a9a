/** What this installation, the systems beside it and the list of SIM cards say differently, and what that costs. */
import { z } from 'zod';
import { customerStatusSchema } from '../accounts/customer.ts';
import { flagTextSchema, idTextSchema, keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { idSchema, instantSchema, referenceSchema } from '../values/values.ts';

/** The systems that are compared. */
export const comparedSystems = ['fleetControl', 'payments'] as const;
export const comparedSystemSchema = z.enum(comparedSystems);

/** Who decided that a difference is none, and why. */
export const ignoredSchema = z.object({
  reason: z.string(),
  userName: z.string(),
  at: instantSchema,
});

const reasonInputSchema = z.string().trim().min(1).max(500);

// Money at risk (DRIFT-02).

/**
 * The first three: vehicles that report whose customer is neither active nor on trial, or that have none, or whose customer
 * another system does not know or holds inactive. The last two: vehicles of active customers.
 */
export const riskKinds = [
  'noCustomer',
  'customerNotActive',
  'absentInFleetControl',
  'inactiveInFleetControl',
  'absentInPayments',
  'inactiveInPayments',
  'silent',
  'neverConnected',
] as const;
export const riskKindSchema = z.enum(riskKinds);

export const riskSchema = z.object({
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  category: z.string().nullable(),
  customerId: referenceSchema,
  customerName: z.string().nullable(),
  customerStatus: customerStatusSchema.nullable(),
  lastUpdate: instantSchema.nullable(),
  kinds: z.array(riskKindSchema),
  /** Since the first of its kinds holds. */
  since: instantSchema,
  /** The monthly price of its category; null where none is set. */
  monthlyCents: z.number().int().min(0).nullable(),
  ignored: ignoredSchema.nullable(),
});

/** `GET reconciliation/money-at-risk`: dearest and oldest first; as a spreadsheet where Accept requests one. */
export const riskQuerySchema = pageQuerySchema.extend({
  kind: riskKindSchema.optional(),
  customerId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
  /** Those that are ignored instead of the others. */
  ignored: flagTextSchema.optional(),
});

export const riskTotalsSchema = z.object({
  vehicles: z.number().int().min(0),
  /** A vehicle counts once, whatever its kinds. */
  cents: z.number().int().min(0),
  /** Those whose category has no price. */
  unpriced: z.number().int().min(0),
  ignored: z.number().int().min(0),
  kinds: z.array(
    z.object({ kind: riskKindSchema, vehicles: z.number().int().min(0), cents: z.number().int().min(0) }),
  ),
});

/** `PUT reconciliation/money-at-risk/ignored`: ignores vehicles for the kinds that they have now; null takes it back. */
export const ignoreRisksSchema = z.object({
  deviceIds: z.array(idSchema).min(1).max(1000),
  reason: reasonInputSchema.nullable(),
});

/** How many were ignored, or are shown again. */
export const changedCountSchema = z.object({ changed: z.number().int().min(0) });

/** `GET` and `PUT reconciliation/prices`: cents a month by category of vehicle; '' is for all others. */
export const monthlyPricesSchema = z.array(
  z.object({ category: z.string().max(64), cents: z.number().int().min(0).max(100_000_000) }),
);

/** `GET reconciliation/customers/{id}`: what a customer's vehicles bring a month, by category; those that are disabled bring nothing. */
export const customerPricesSchema = z.object({
  vehicles: z.number().int().min(0),
  cents: z.number().int().min(0),
  categories: z.array(
    z.object({
      category: z.string(),
      vehicles: z.number().int().min(0),
      /** Of one; null where none is set. */
      monthlyCents: z.number().int().min(0).nullable(),
    }),
  ),
});

// Differences (DRIFT-01). Here: in this installation. There: at the other system.

export const differenceKinds = ['onlyHere', 'onlyThere', 'field'] as const;
export const differenceKindSchema = z.enum(differenceKinds);
export const comparedNouns = ['customer', 'device'] as const;
export const comparedNounSchema = z.enum(comparedNouns);
export const sideSchema = z.enum(['here', 'there']);

export const differenceSchema = z.object({
  id: idSchema,
  system: comparedSystemSchema,
  noun: comparedNounSchema,
  kind: differenceKindSchema,
  /** The customer or device here; 0 for none. */
  localId: referenceSchema,
  name: z.string(),
  /** '' where all of it is on one side only. */
  field: z.string(),
  here: z.string().nullable(),
  there: z.string().nullable(),
  /** Since when it was found to differ. */
  since: instantSchema,
  /** Rises with the values; whoever takes a side names it. */
  version: z.number().int(),
  sides: z.array(sideSchema),
  /** The side that is being taken. */
  taking: sideSchema.nullable(),
  /** Why the last taking wrote nothing, and what the other system said. */
  refusal: z.string().nullable(),
  refusalWords: z.string().nullable(),
  ignored: ignoredSchema.nullable(),
});

const differenceFilter = {
  system: comparedSystemSchema.optional(),
  noun: comparedNounSchema.optional(),
  kind: differenceKindSchema.optional(),
  field: z.string().max(64).optional(),
  keyword: keywordSchema.optional(),
};

/** `GET reconciliation/differences`: the oldest first; as a spreadsheet where Accept requests one. */
export const differenceQuerySchema = pageQuerySchema.extend({
  ...differenceFilter,
  ignored: flagTextSchema.optional(),
  /** Those alone that have this side and are not being taken: what `all` of `take` would take now. */
  takable: sideSchema.optional(),
});

/**
 * `POST reconciliation/differences/take`: one, some, or all that fit; those that are ignored never by `all`. `count` is how many
 * the person was asked about (of `takable`): where other many can be taken by then, no side is taken.
 */
export const takeSidesSchema = z.union([
  z.object({
    side: sideSchema,
    rows: z
      .array(z.object({ id: idSchema, version: z.number().int() }))
      .min(1)
      .max(1000),
  }),
  z.object({
    side: sideSchema,
    all: z.object(differenceFilter),
    count: z.number().int().min(0).optional(),
  }),
]);

export const takenSidesSchema = z.object({
  /** How many are being written now. */
  queued: z.number().int().min(0),
  /** Of those asked for, how many are left: taken already, changed meanwhile, or without that side. */
  left: z.number().int().min(0),
});

export const ignoreDifferencesSchema = z.object({
  ids: z.array(idSchema).min(1).max(1000),
  reason: reasonInputSchema.nullable(),
});

export const comparisonSchema = z.object({
  system: comparedSystemSchema,
  /** The caller has an account there. */
  hasAccount: z.boolean(),
  isReading: z.boolean(),
  /** When the other system was read, for what is shown. */
  comparedAt: instantSchema.nullable(),
  /** Why the last reading did not come to its end. */
  failure: z.string().nullable(),
  onlyHere: z.number().int().min(0),
  onlyThere: z.number().int().min(0),
  fields: z.number().int().min(0),
  ignored: z.number().int().min(0),
  taking: z.number().int().min(0),
  refused: z.number().int().min(0),
});

/** `POST reconciliation/comparisons`: reads the other systems now. */
export const comparisonsSchema = z.array(comparisonSchema);

export type Difference = z.infer<typeof differenceSchema>;
export type DifferenceKind = z.infer<typeof differenceKindSchema>;
export type DifferenceQuery = z.infer<typeof differenceQuerySchema>;
export type TakeSides = z.infer<typeof takeSidesSchema>;
export type TakenSides = z.infer<typeof takenSidesSchema>;
export type IgnoreDifferences = z.infer<typeof ignoreDifferencesSchema>;
export type Comparison = z.infer<typeof comparisonSchema>;
// SIM cards (DRIFT-03).

/** What is read of a provider's list; its column is chosen by its heading. */
export const simColumns = ['iccid', 'phone', 'status', 'plan', 'monthlyPrice', 'lastData'] as const;
const simHeadings = Object.fromEntries(
  simColumns.map((name) => [name, z.string().max(200).optional()]),
) as Record<(typeof simColumns)[number], z.ZodOptional<z.ZodString>>;

export const simKinds = ['withoutVehicle', 'onTwo', 'cancelledReporting', 'noData'] as const;
export const simKindSchema = z.enum(simKinds);

/** `POST reconciliation/sim-lists/preview`: what a file holds, and which heading is what as far as that can be told. */
export const simPreviewSchema = z.object({
  headings: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  count: z.number().int().min(0),
  guessed: z.object(simHeadings),
});

/** `POST reconciliation/sim-lists`: the file is the body; it takes the place of the provider's list before. */
export const simListQuerySchema = z.object({
  provider: z.string().trim().min(1).max(100),
  fileName: z.string().max(200).optional(),
  ...simHeadings,
});

export const simListSchema = z.object({
  id: idSchema,
  provider: z.string(),
  fileName: z.string(),
  userName: z.string(),
  uploadedAt: instantSchema,
  cards: z.number().int().min(0),
});

export const simUploadSchema = z.object({
  list: simListSchema,
  /** Lines that were left out, up to 1,000: neither a whole ICCID nor a phone number is in them. */
  skipped: z.array(z.number().int()),
  /** How many were. */
  skippedCount: z.number().int().min(0),
  /** In how many lines a spreadsheet cut the ICCID, also where their phone number stands for it. */
  cut: z.number().int().min(0),
});

export const simCardSchema = z.object({
  id: idSchema,
  provider: z.string(),
  /** Its line in the file. */
  line: z.number().int(),
  iccid: z.string().nullable(),
  phone: z.string().nullable(),
  status: z.string().nullable(),
  isActive: z.boolean(),
  plan: z.string().nullable(),
  monthlyCents: z.number().int().nullable(),
  kinds: z.array(simKindSchema),
  /** The last sign of its devices or of the list. */
  lastDataAt: instantSchema.nullable(),
  devices: z.array(z.object({ id: idSchema, name: z.string(), plate: z.string().nullable() })),
});

/** `GET reconciliation/sim-cards`: those with a fault, dearest first; as a spreadsheet where Accept requests one. */
export const simCardQuerySchema = pageQuerySchema.extend({
  kind: simKindSchema.optional(),
  listId: idTextSchema.optional(),
  keyword: keywordSchema.optional(),
});

export const simTotalsSchema = z.object({
  cards: z.number().int().min(0),
  /** What cards with a fault cost a month, where the list has a price. */
  cents: z.number().int().min(0),
  kinds: z.array(
    z.object({ kind: simKindSchema, cards: z.number().int().min(0), cents: z.number().int().min(0) }),
  ),
});

export type SimColumn = (typeof simColumns)[number];
export type SimKind = (typeof simKinds)[number];
export type SimPreview = z.infer<typeof simPreviewSchema>;
export type SimListQuery = z.infer<typeof simListQuerySchema>;
export type SimList = z.infer<typeof simListSchema>;
export type SimUpload = z.infer<typeof simUploadSchema>;
export type SimCard = z.infer<typeof simCardSchema>;
export type SimCardQuery = z.infer<typeof simCardQuerySchema>;
export type SimTotals = z.infer<typeof simTotalsSchema>;

export type ComparedSystem = (typeof comparedSystems)[number];
export type RiskKind = (typeof riskKinds)[number];
export type Risk = z.infer<typeof riskSchema>;
export type RiskQuery = z.infer<typeof riskQuerySchema>;
export type RiskTotals = z.infer<typeof riskTotalsSchema>;
export type IgnoreRisks = z.infer<typeof ignoreRisksSchema>;
export type CustomerPrices = z.infer<typeof customerPricesSchema>;
export type MonthlyPrices = z.infer<typeof monthlyPricesSchema>;
