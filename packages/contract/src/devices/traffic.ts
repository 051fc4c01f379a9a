/** What went between a tracker and the server in the last minutes (ING-09): `GET devices/{id}/traffic`. */
import { z } from 'zod';
import { instantSchema } from '../values/values.ts';

/** One message a frame was read as, in the decoder's own words: a position, a heartbeat, a sign-in, an answer. */
export const decodedMessageSchema = z
  .object({ kind: z.enum(['login', 'position', 'heartbeat', 'commandResult']) })
  .catchall(z.unknown());

export const trafficEntrySchema = z.object({
  time: instantSchema,
  /** `in`: from the tracker. `out`: replies and commands to it. */
  direction: z.enum(['in', 'out']),
  protocol: z.string(),
  transport: z.enum(['tcp', 'udp', 'http']),
  /** Network address of the tracker. */
  address: z.string(),
  hex: z.string(),
  /** The same as text, where all of it is printable. */
  text: z.string().nullable(),
  /** Empty for what the server sent. */
  messages: z.array(decodedMessageSchema),
  /** Why it could not be read. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});

export type TrafficEntry = z.infer<typeof trafficEntrySchema>;
