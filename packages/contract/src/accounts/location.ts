/** Sharing where devices are with somebody who has no account: a link with a token that expires (SHARE-02). */
import { z } from 'zod';
import { idSchema, instantSchema, latitudeSchema, longitudeSchema } from '../values/values.ts';

const uniqueIdSchema = z.string().min(1).max(255);

/** Body of `POST location/session`. */
export const locationShareInputSchema = z.object({
  deviceUniqueIds: z.union([uniqueIdSchema, z.array(uniqueIdSchema).min(1).max(100)]),
  /** 24 hours from now by default; at most a year from now. */
  expiration: instantSchema.optional(),
  /** Shown unless it says false. */
  showsName: z.boolean().optional(),
  /** The way since the link was made; shown only if it says true. */
  showsTrail: z.boolean().optional(),
});

export const locationShareSchema = z.object({
  id: idSchema,
  devices: z.array(z.object({ id: idSchema, uniqueId: z.string(), name: z.string() })),
  /** Name of the person who shares; whose sight the link shows. */
  sharedBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
  revokedAt: instantSchema.nullable(),
  showsName: z.boolean(),
  showsTrail: z.boolean(),
});

/** The answer of `POST location/session`: the token is returned this once. It goes into `{origin}/shared/{token}`. */
export const newLocationShareSchema = locationShareSchema.extend({
  /** 256 random bits, base64url. */
  token: z.string(),
});

/** What a stranger sees of a device: nothing that names its owner, its tracker or its number. */
export const sharedDeviceSchema = z.object({
  /** Null where the link shows none. */
  name: z.string().nullable(),
  category: z.string().nullable(),
  /** Null when the device never had a position, and so are the fields below. */
  latitude: latitudeSchema.nullable(),
  longitude: longitudeSchema.nullable(),
  /** Degrees clockwise from north. */
  course: z.number().nullable(),
  /** Knots. */
  speed: z.number().nullable(),
  fixTime: instantSchema.nullable(),
  /** The places since the link was made, oldest first; none where the link shows no way. */
  trail: z.array(z.object({ latitude: latitudeSchema, longitude: longitudeSchema })),
});

/** Of a way the newest so many places are shown. */
export const mostSharedPlaces = 500;

/** `GET location/{token}`. A device that its sharer sees no more is left out. */
export const sharedLocationSchema = z.object({
  expiresAt: instantSchema,
  devices: z.array(sharedDeviceSchema),
});

const fieldExpiration = { expiration: instantSchema };

/** Forms of `POST share/device` and `share/group`, as clients of the field send them. */
export const fieldShareDeviceSchema = z.object({ deviceId: idSchema, ...fieldExpiration });
export const fieldShareGroupSchema = z.object({ groupId: idSchema, ...fieldExpiration });

export type LocationShareInput = z.infer<typeof locationShareInputSchema>;
export type LocationShare = z.infer<typeof locationShareSchema>;
export type SharedLocation = z.infer<typeof sharedLocationSchema>;
