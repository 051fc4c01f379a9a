/** Where the vehicle of a sinister went since it was opened. */
import { z } from 'zod';
import { idSchema, instantSchema, latitudeSchema, longitudeSchema } from '../values/values.ts';

/** A trail has at most so many places: of a longer one every so-and-so-many-th, and always the first and the last. */
export const mostTrailPlaces = 5000;

export const trailPlaceSchema = z.object({
  deviceId: idSchema,
  fixTime: instantSchema,
  latitude: latitudeSchema,
  longitude: longitudeSchema,
});

export type TrailPlace = z.infer<typeof trailPlaceSchema>;
