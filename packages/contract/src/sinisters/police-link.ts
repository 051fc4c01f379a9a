/** A link that shows the police one stolen vehicle, from the event on, for as long as its case is open. */
import { z } from 'zod';
import { idSchema, instantSchema, latitudeSchema, longitudeSchema, nameSchema } from '../values/values.ts';
import { openingTypeSchema } from './sinister.ts';

export const policeLinkSchema = z.object({
  id: idSchema,
  createdAt: instantSchema,
  createdBy: z.string(),
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  /** Officers who came through it, the last first. */
  visits: z.array(
    z.object({
      id: idSchema,
      name: z.string(),
      unit: z.string(),
      phone: z.string(),
      cameAt: instantSchema,
      lookedAt: instantSchema,
      looks: z.number().int().min(0),
    }),
  ),
});

/** Body of `POST sinisters/{id}/police-links`. */
export const policeLinkInputSchema = z.object({
  /** 24 hours from now unless it is said; at most 30 days. It ends with the case in any event. */
  expiresAt: instantSchema.optional(),
});

/** The token is returned only once. It goes into `{origin}/police/{token}`. */
export const newPoliceLinkSchema = policeLinkSchema.extend({ token: z.string() });

/** Body of `POST police/{token}/visits`: who looks, asked before anything is shown. */
export const officerSchema = z.object({ name: nameSchema, unit: nameSchema, phone: nameSchema });

/** `visit` is the officer's own token, for `police/visits/{visit}`. */
export const policeVisitSchema = z.object({ visit: z.string() });

/** A stolen vehicle as people outside the company see it: nothing of its owner or its tracker. */
export const soughtVehicleSchema = z.object({
  plate: z.string().nullable(),
  manufacturer: z.string().nullable(),
  vehicleModel: z.string().nullable(),
  color: z.string().nullable(),
  year: z.string().nullable(),
  category: z.string().nullable(),
});

/** Where it was last, no earlier than the event; null when nothing came since. */
export const soughtPlaceSchema = z
  .object({
    latitude: latitudeSchema,
    longitude: longitudeSchema,
    fixTime: instantSchema,
    /** Knots. */
    speed: z.number().nullable(),
    /** Degrees clockwise from north. */
    course: z.number().nullable(),
  })
  .nullable();

/** `GET police/visits/{visit}`. */
export const policeViewSchema = z.object({
  number: z.number().int().positive(),
  openingType: openingTypeSchema,
  openingDate: instantSchema,
  expiresAt: instantSchema,
  /** Of the centre, to be called. */
  centrePhone: z.string().nullable(),
  vehicle: soughtVehicleSchema,
  place: soughtPlaceSchema,
});

export type PoliceLink = z.infer<typeof policeLinkSchema>;
export type Officer = z.infer<typeof officerSchema>;
export type PoliceView = z.infer<typeof policeViewSchema>;
export type SoughtPlace = z.infer<typeof soughtPlaceSchema>;
export type SoughtVehicle = z.infer<typeof soughtVehicleSchema>;
