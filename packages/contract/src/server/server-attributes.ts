/**
 * Attributes of the server's settings that the server itself reads. What is wrong is refused by its name instead of being
 * passed over in silence; any other name is kept as it comes, and null means not set.
 */
import { z } from 'zod';
import { retentionAttributes, retentionDaysSchema } from './retention.ts';

const amountSchema = z.number('must be a number').min(0, 'must not be below 0');
const aboveZeroSchema = z.number('must be a number').positive('must be above 0');
const flagSchema = z.boolean('must be true or false');

/** Of each the values it may have. Units and defaults: `docs/operations.md`. */
export const serverAttributeSchemas: Readonly<Record<string, z.ZodType>> = Object.freeze({
  statusTimeoutSeconds: amountSchema,
  speedLimit: amountSchema,
  automaticRegistration: flagSchema,
  inactivitySeconds: amountSchema,
  jammingSeconds: amountSchema,
  fuelDropThreshold: amountSchema,
  fuelIncreaseThreshold: amountSchema,
  towDistance: amountSchema,
  blockMaxSpeedKph: amountSchema,
  blockMaxFixAgeMinutes: aboveZeroSchema,
  blockExpiryMinutes: aboveZeroSchema,
  commandExpiryMinutes: aboveZeroSchema,
  'report.trip.minimalTripDistance': amountSchema,
  'report.trip.minimalTripDuration': amountSchema,
  'report.trip.minimalParkingDuration': amountSchema,
  'report.trip.minimalNoDataDuration': amountSchema,
  'report.trip.useIgnition': flagSchema,
  ...Object.fromEntries(Object.values(retentionAttributes).map((name) => [name, retentionDaysSchema])),
});

/** Refuses every wrong value by its field. */
export function refuseWrongAttributes(
  attributes: Readonly<Record<string, unknown>>,
  context: z.RefinementCtx,
): void {
  for (const [name, schema] of Object.entries(serverAttributeSchemas)) {
    const value = attributes[name];
    if (value === undefined || value === null) continue;
    const [issue] = schema.safeParse(value).error?.issues ?? [];
    if (issue) context.addIssue({ code: 'custom', path: [name], message: issue.message });
  }
}
