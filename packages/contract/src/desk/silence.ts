/** "Silenciar": events of a device, or of a customer's devices, are stored and open no alarm for a while; SOS does. */
import { z } from 'zod';
import { idTextSchema } from '../values/query-values.ts';
import { idSchema, instantSchema, referenceSchema } from '../values/values.ts';

export const silenceReasonSchema = z.enum(['workshop', 'installation', 'knownDefect', 'other']);

export const silenceSchema = z.object({
  id: idSchema,
  /** One of the two; the other is 0. */
  deviceId: referenceSchema,
  customerId: referenceSchema,
  deviceName: z.string().nullable(),
  plate: z.string().nullable(),
  customerName: z.string().nullable(),
  reason: silenceReasonSchema,
  note: z.string().nullable(),
  createdAt: instantSchema,
  createdBy: z.string(),
  until: instantSchema,
});

/** `POST silences`: at most 24 h from now. A new one of the same device or customer takes the place of the one before. */
export const silenceInputSchema = z
  .object({
    deviceId: idSchema.optional(),
    customerId: idSchema.optional(),
    reason: silenceReasonSchema,
    note: z.string().trim().max(1000).optional(),
    until: instantSchema,
  })
  .refine(({ deviceId, customerId }) => (deviceId === undefined) !== (customerId === undefined), {
    path: ['deviceId'],
    error: 'is needed, or customerId, and not both',
  });

/** `GET silences`: those in force, of what one sees; with `deviceId` those that hold for it. */
export const silenceQuerySchema = z.object({ deviceId: idTextSchema.optional() });

export type Silence = z.infer<typeof silenceSchema>;
export type SilenceInput = z.infer<typeof silenceInputSchema>;
export type SilenceQuery = z.infer<typeof silenceQuerySchema>;
