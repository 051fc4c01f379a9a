/** What only a demonstration offers: its program beside the server plays it. */
import { z } from 'zod';

/** `GET demo`: whether a theft can be played here. */
export const demoSchema = z.object({ theft: z.boolean() });
