/** A place with a boundary. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  idSchema,
  measureInputSchema,
  nameSchema,
  referenceInputSchema,
  referenceSchema,
} from '../values/values.ts';

export const geofenceAttributesSchema = z
  .object({
    /** #rrggbb */
    color: z.string().optional(),
    /** Knots. */
    speedLimit: z.number().min(0).optional(),
    /** Half the width of a LINESTRING, metres. */
    polylineDistance: z.number().min(0).optional(),
  })
  .catchall(z.unknown());

/** `#rrggbb`; empty means none. */
const colourInputSchema = z.string().regex(/^(?:#[\da-f]{6})?$/i, 'must be a colour like #1293d1');

/** As forms send them: empty values mean none, and numbers may come as text (GEO-01). */
export const geofenceAttributesInputSchema = z
  .object({
    color: colourInputSchema.nullable().optional(),
    speedLimit: measureInputSchema,
    polylineDistance: measureInputSchema,
  })
  .catchall(z.unknown());

/**
 * `POLYGON((lat lon, …))`, `CIRCLE (lat lon, radius)` with the radius in metres, or `LINESTRING (lat lon, …)`: latitude
 * first, the order of the field's common API. `@atalaia/domain/geofence-area` reads and prints it.
 */
const areaSchema = z.string().min(1).max(200_000);

export const geofenceSchema = z.object({
  id: idSchema,
  name: z.string(),
  description: z.string().nullable(),
  calendarId: referenceSchema,
  area: areaSchema,
  attributes: geofenceAttributesSchema,
});

export const geofenceInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  description: z.string().max(4000).nullable().optional(),
  calendarId: referenceInputSchema,
  area: areaSchema,
  attributes: geofenceAttributesInputSchema.nullable().optional(),
});

/** `shape` is that of the area: circle, line, polygon. */
export const geofenceQuerySchema = linkedQuerySchema.extend(
  sortedBy('name', 'shape', 'speedLimit', 'description'),
);

export type GeofenceAttributesInput = z.infer<typeof geofenceAttributesInputSchema>;
export type Geofence = z.infer<typeof geofenceSchema>;
export type GeofenceInput = z.infer<typeof geofenceInputSchema>;
export type GeofenceQuery = z.infer<typeof geofenceQuerySchema>;
