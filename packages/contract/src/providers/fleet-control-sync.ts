/** The exchange with the fleet-control provider: how far it is, what it changed, what it could not match and why. */
import { z } from 'zod';
import { keywordSchema, pageQuerySchema } from '../values/query-values.ts';
import { idSchema, instantSchema, referenceInputSchema, referenceSchema } from '../values/values.ts';

/** In their order: first everything is read, then compared, then sent. */
export const fleetControlSteps = [
  'situations',
  'operators',
  'clients',
  'vehicles',
  'trackers',
  'simCards',
  'customers',
  'devices',
  'trackerless',
  'gone',
  'sending',
  'customersHere',
  'devicesHere',
  'done',
] as const;

/**
 * `waiting`: the provider does not answer, and is asked again by itself. `stopped` by hand and `failed` continue where they
 * stopped when the next one is started, but for those that failed with a final code.
 */
export const fleetControlStates = ['running', 'waiting', 'stopped', 'failed', 'done'] as const;

/** Here: in this installation. There: at the provider. */
export const fleetControlOutcomes = [
  'created',
  'changed',
  'sent',
  'sentNew',
  'notMatched',
  'refused',
] as const;

export const fleetControlReasons = [
  'bothChanged',
  'noDocument',
  'twiceThere',
  'severalHere',
  'groupNeeded',
  'deviceLimit',
  'taken',
  'heard',
  'noSerial',
  'noVehicle',
  'noTracker',
  'noPlate',
  'onlyHere',
  'goneThere',
  'incomplete',
  'refusedThere',
  'notSavedThere',
] as const;

/** Why a whole run rests or has ended. */
export const fleetControlFailureCodes = [
  'unreachable',
  'credentialsRefused',
  'refused',
  'unreadable',
  'secretUnreadable',
  'notAllowed',
  'internal',
] as const;

/** It is in what the run holds or does: the next one begins anew. All others continue where they stopped. */
export const fleetControlFinalCodes: readonly string[] = [
  'internal',
  'notAllowed',
  'refused',
] satisfies readonly (typeof fleetControlFailureCodes)[number][];

export const fleetControlKinds = [
  'customer',
  'device',
  'client',
  'vehicle',
  'tracker',
  'simCard',
  'operator',
] as const;

const counts = z.record(z.string(), z.number().int().min(0));

export const fleetControlRunSchema = z.object({
  id: idSchema,
  startedBy: z.enum(['sign-in', 'hand', 'schedule']),
  state: z.enum(fleetControlStates),
  step: z.enum(fleetControlSteps),
  /** Whether what exists only here is created there. */
  sendsNew: z.boolean(),
  /** Where new customers and devices go. */
  groupId: referenceSchema,
  startedAt: instantSchema,
  updatedAt: instantSchema,
  endedAt: instantSchema.nullable(),
  /** When it continues by itself. */
  nextTryAt: instantSchema.nullable(),
  /** How many were handled in each step, and how many there are where that is known. */
  handled: counts,
  totals: counts,
  /** How many findings of each outcome. */
  found: counts,
  failure: z
    .object({
      code: z.enum(fleetControlFailureCodes),
      /** The provider's own words, where it gave any. */
      said: z.string().nullable(),
    })
    .nullable(),
});

export const fleetControlStatusSchema = z.object({
  /** The installation knows the provider's address. */
  isSetUp: z.boolean(),
  /** The person's attributes name an account there. */
  isNamed: z.boolean(),
  /** The person may write what an exchange writes. */
  mayStart: z.boolean(),
  /** The newest, running or ended. */
  run: fleetControlRunSchema.nullable(),
});

export const fleetControlStartSchema = z.object({
  sendsNew: z.boolean().optional(),
  groupId: referenceInputSchema,
});

export const fleetControlFindingSchema = z.object({
  id: idSchema,
  kind: z.enum(fleetControlKinds),
  outcome: z.enum(fleetControlOutcomes),
  /** As a person knows it: a name, a plate, a document. */
  name: z.string(),
  /** The customer or device here; 0 for none. */
  localId: referenceSchema,
  /** The provider's number. */
  remoteId: z.number().int().nullable(),
  reason: z.enum(fleetControlReasons).nullable(),
  /** The provider's own words. */
  said: z.string().nullable(),
  fields: z.array(z.object({ name: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
});

export const fleetControlFindingQuerySchema = pageQuerySchema.extend({
  outcome: z.enum(fleetControlOutcomes).optional(),
  keyword: keywordSchema.optional(),
});

export type FleetControlStep = (typeof fleetControlSteps)[number];
export type FleetControlState = (typeof fleetControlStates)[number];
export type FleetControlOutcome = (typeof fleetControlOutcomes)[number];
export type FleetControlReason = (typeof fleetControlReasons)[number];
export type FleetControlFailureCode = (typeof fleetControlFailureCodes)[number];
export type FleetControlRun = z.infer<typeof fleetControlRunSchema>;
export type FleetControlStatus = z.infer<typeof fleetControlStatusSchema>;
export type FleetControlStart = z.infer<typeof fleetControlStartSchema>;
export type FleetControlFinding = z.infer<typeof fleetControlFindingSchema>;
export type FleetControlFindingQuery = z.infer<typeof fleetControlFindingQuerySchema>;
