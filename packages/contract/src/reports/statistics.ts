/** What the server did, a row a day of the installation's time zone, as the field's common API returns it. Read by administrators. */
import { z } from 'zod';
import { instantTextSchema } from '../values/query-values.ts';
import { instantSchema } from '../values/values.ts';

const countSchema = z.number().int().min(0);

export const statisticsSchema = z.object({
  /** When the day began. */
  captureTime: instantSchema,
  /** People who asked the API something. */
  activeUsers: countSchema,
  /** Devices that reported. */
  activeDevices: countSchema,
  requests: countSchema,
  /** Whole messages of trackers. */
  messagesReceived: countSchema,
  /** Positions of them that were stored. */
  messagesStored: countSchema,
  mailSent: countSchema,
  smsSent: countSchema,
  /** To a service outside: the towns that come with the server are not asked, but read. */
  geocoderRequests: countSchema,
  /** 0: no service is asked for the position of a cell. */
  geolocationRequests: countSchema,
});

/** `GET statistics`: the days that share a moment with this span, the oldest first. */
export const statisticsQuerySchema = z
  .object({ from: instantTextSchema, to: instantTextSchema })
  .refine(({ from, to }) => Date.parse(from) <= Date.parse(to), {
    path: ['to'],
    message: 'must not be before from',
  });

export type StatisticsQuery = z.infer<typeof statisticsQuerySchema>;
