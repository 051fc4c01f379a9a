/** Rows of the reports. Distances are metres, speeds knots, durations and engine hours milliseconds, fuel litres. */
import { z } from 'zod';
import { positionSchema } from '../devices/position.ts';
import { eventSchema } from '../rules/event.ts';
import { idSchema, instantSchema, latitudeSchema, longIdSchema, longitudeSchema } from '../values/values.ts';

const base = { deviceId: idSchema, deviceName: z.string() };
const metres = z.number();
const knots = z.number();
const milliseconds = z.number();
const litres = z.number();

export const tripSchema = z.object({
  ...base,
  startTime: instantSchema,
  endTime: instantSchema,
  startOdometer: metres,
  endOdometer: metres,
  startAddress: z.string().nullable(),
  endAddress: z.string().nullable(),
  distance: metres,
  averageSpeed: knots,
  maxSpeed: knots,
  duration: milliseconds,
  engineHours: milliseconds,
  spentFuel: litres,
  driverUniqueId: z.string().nullable(),
  /** Of the registered driver with that id. */
  driverName: z.string().nullable(),
  startPositionId: longIdSchema,
  endPositionId: longIdSchema,
  startLat: latitudeSchema,
  startLon: longitudeSchema,
  endLat: latitudeSchema,
  endLon: longitudeSchema,
});

export const stopSchema = z.object({
  ...base,
  startTime: instantSchema,
  endTime: instantSchema,
  startOdometer: metres,
  endOdometer: metres,
  address: z.string().nullable(),
  duration: milliseconds,
  engineHours: milliseconds,
  spentFuel: litres,
  /** Where it began. */
  positionId: longIdSchema,
  latitude: latitudeSchema,
  longitude: longitudeSchema,
});

/** One for every device of the report, also for one without positions. */
export const summarySchema = z.object({
  ...base,
  /** The period's ends, as they were requested. */
  startTime: instantSchema,
  endTime: instantSchema,
  distance: metres,
  startOdometer: metres,
  endOdometer: metres,
  averageSpeed: knots,
  maxSpeed: knots,
  engineHours: milliseconds,
  spentFuel: litres,
});

/** A position with the device's name. */
export const routeRowSchema = positionSchema.extend({ name: z.string() });

/** A stay of a device in a geofence, as far as it is in the period. */
export const geofenceVisitSchema = z.object({
  ...base,
  geofenceId: idSchema,
  /** Null for one that was removed since. */
  geofenceName: z.string().nullable(),
  startTime: instantSchema,
  endTime: instantSchema,
  duration: milliseconds,
});

/** What one device did in the period, for a map. */
export const combinedSchema = z.object({
  deviceId: idSchema,
  /** Longitude and latitude of each position. */
  route: z.array(z.array(z.number())),
  events: z.array(eventSchema),
  /** Where the events were. */
  positions: z.array(positionSchema),
});

export type GeofenceVisit = z.infer<typeof geofenceVisitSchema>;
export type Trip = z.infer<typeof tripSchema>;
export type Stop = z.infer<typeof stopSchema>;
export type Summary = z.infer<typeof summarySchema>;
export type RouteRow = z.infer<typeof routeRowSchema>;
