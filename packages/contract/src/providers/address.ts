/** `GET server/geocode`: the address of a place, as plain text. */
import { z } from 'zod';

const degreesText = (most: number) =>
  z
    .string()
    .regex(/^-?\d{1,3}(?:\.\d{1,17})?$/, 'must be degrees like -22.9056')
    .refine((text) => Math.abs(Number(text)) <= most, `must be from -${most} to ${most}`);

export const geocodeQuerySchema = z.object({ latitude: degreesText(90), longitude: degreesText(180) });
