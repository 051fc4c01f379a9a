/** When a vehicle may be blocked (BLOCK-01). Of all policies that fit a vehicle the strictest of each rule holds. */
import { z } from 'zod';
import { idSchema, nameSchema } from '../values/values.ts';

/**
 * `any`: at any speed that the policy allows. `standstill`: only while the vehicle is stationary. `ignitionOff`: only
 * once its ignition is off.
 */
export const blockMomentSchema = z.enum(['any', 'standstill', 'ignitionOff']);

const fields = {
  name: nameSchema,
  enabled: z.boolean(),
  /** The vehicles it is for: of one of the categories and of one of the groups (with all below); none of a kind: all. */
  categories: z.array(z.string().min(1).max(64)).max(100),
  groupIds: z.array(idSchema).max(1000),
  /** No block at all. */
  never: z.boolean(),
  moment: blockMomentSchema,
  /** Above this no block is sent, km/h; null: as the server's settings say. */
  maxSpeedKph: z.number().min(0).max(300).nullable(),
  /** A last fix older than this says nothing of the speed now, seconds; null: as the server's settings say. */
  maxFixAgeSeconds: z.number().int().min(10).max(86_400).nullable(),
  secondPerson: z.boolean(),
  /** Nobody confirmed for 3 minutes: who asked may go on alone, with a reason, listed for review. */
  aloneAllowed: z.boolean(),
  /** While a theft of the vehicle is open no second person is needed. */
  theftLiftsSecond: z.boolean(),
  /** No block while it is in one of these: motorways, bridges. */
  forbiddenGeofenceIds: z.array(idSchema).max(1000),
};

export const blockPolicySchema = z.object({
  id: idSchema,
  /** Of a policy that ships and keeps its name: its name is `blockPolicy.<key>` of the phrases. */
  key: z.string().nullable(),
  ...fields,
  /** Raised by every change. */
  version: z.number().int(),
});

/** On a change absent fields stay; with a `version` that is not the row's the change is refused. */
export const blockPolicyInputSchema = z.object(fields).partial().extend({
  name: nameSchema,
  version: z.number().int().optional(),
});

/** One rule in force, and the policy that brings it. */
const ruled = <Value extends z.ZodType>(value: Value) =>
  z.object({ value, policyId: z.number().int().nullable(), policyName: z.string().nullable() });

/** The strictest of all policies that fit a vehicle, as a request keeps it. `policyId` null: the server's settings. */
export const effectivePolicySchema = z.object({
  never: ruled(z.literal(true)).nullable(),
  moment: ruled(blockMomentSchema),
  maxSpeedKph: ruled(z.number()),
  maxFixAgeSeconds: ruled(z.number()),
  secondPerson: ruled(z.literal(true)).nullable(),
  aloneAllowed: z.boolean(),
  theftLiftsSecond: z.boolean(),
  forbiddenGeofences: z.array(ruled(idSchema)),
});

export type BlockMoment = z.infer<typeof blockMomentSchema>;
export type BlockPolicy = z.infer<typeof blockPolicySchema>;
export type BlockPolicyInput = z.infer<typeof blockPolicyInputSchema>;
export type EffectivePolicy = z.infer<typeof effectivePolicySchema>;
