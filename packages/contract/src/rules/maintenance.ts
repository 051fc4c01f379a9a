/** Work that falls due again and again by what a device counts. */
import { z } from 'zod';
import { linkedQuerySchema } from '../values/linked-query.ts';
import { countTextSchema, idTextSchema, keywordSchema } from '../values/query-values.ts';
import { sortedBy } from '../values/sorting.ts';
import {
  attributesSchema,
  idSchema,
  instantInputSchema,
  instantSchema,
  measureInputSchema,
  nameSchema,
  referenceSchema,
} from '../values/values.ts';

/** `start` and `period` are in the unit of the position attribute that `type` names: metres, milliseconds… */
const mostMeasure = 1e15;

/** The least and the most that a `period` may be, and the most of a `start`: beyond them nothing is counted. */
export const maintenanceBounds = Object.freeze({ leastPeriod: 0.001, most: mostMeasure });

export const maintenanceSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Key of a position attribute: `totalDistance`, `hours`, `odometer`…; `fixTime` for one by time, in ms since 1970. */
  type: z.string(),
  start: z.number().min(0),
  period: z.number().min(0),
  attributes: attributesSchema,
});

export const maintenanceInputSchema = z.object({
  id: z.number().int().min(0).optional(),
  name: nameSchema,
  type: z.string().trim().min(1).max(128),
  start: measureInputSchema,
  /** Above 0. */
  period: measureInputSchema,
  attributes: attributesSchema.nullable().optional(),
});

export const maintenanceQuerySchema = linkedQuerySchema.extend(sortedBy('name', 'type', 'start', 'period'));

export type Maintenance = z.infer<typeof maintenanceSchema>;
export type MaintenanceInput = z.infer<typeof maintenanceInputSchema>;
export type MaintenanceQuery = z.infer<typeof maintenanceQuerySchema>;

/** One time that the work was done on a device. */
export const maintenanceServiceSchema = z.object({
  id: idSchema,
  deviceId: idSchema,
  /** 0 for one that was removed since; its name stays. */
  maintenanceId: referenceSchema,
  name: z.string(),
  /** What its `value` counts: see `maintenanceSchema`. */
  type: z.string(),
  performedTime: instantSchema,
  /** What the device had counted then. */
  value: z.number().min(0),
  note: z.string(),
  /** Who noted it, as he was called then. */
  userName: z.string().nullable(),
});

/** `due`: its value is reached. `soon`: at most a tenth of its period is left. `unknown`: the device has not said its value. */
export const maintenanceUrgencies = ['due', 'soon', 'later', 'unknown'] as const;

/** Where one device stands with one maintenance. */
export const maintenanceStateSchema = z.object({
  deviceId: idSchema,
  deviceName: z.string(),
  plate: z.string().nullable(),
  maintenanceId: idSchema,
  name: z.string(),
  type: z.string(),
  period: z.number().min(0),
  /** What the device has counted by now; of one by time, now. */
  value: z.number().nullable(),
  /** The value at which it falls due, or fell: a period after it was done last; before that its start, or the whole period behind it that was passed last. */
  dueValue: z.number(),
  urgency: z.enum(maintenanceUrgencies),
  /** Whether the caller may note that it was done. */
  mayPerform: z.boolean(),
  lastService: maintenanceServiceSchema.omit({ deviceId: true, maintenanceId: true, name: true }).nullable(),
});

/**
 * By urgency; `urgency` may be repeated. `keyword`: of vehicles by name, plate, identifier or model, and of maintenances by
 * name. Without `deviceId` disabled devices are left out. At most 500, 100 when `limit` is absent. In an installation with thousands of them the order, and which of them
 * are counted, may be some time old; what a row says is of now.
 */
export const maintenanceStateQuerySchema = z.object({
  deviceId: idTextSchema.optional(),
  maintenanceId: idTextSchema.optional(),
  urgency: z.array(z.enum(maintenanceUrgencies)).optional(),
  keyword: keywordSchema.optional(),
  limit: countTextSchema.optional(),
  offset: countTextSchema.optional(),
});

/** Newest first. At most 500, 100 when `limit` is absent. */
export const maintenanceServiceQuerySchema = maintenanceStateQuerySchema.omit({
  urgency: true,
  keyword: true,
});

export const maintenanceServiceInputSchema = z.object({
  deviceId: idSchema,
  maintenanceId: idSchema,
  /** The service that the person saw as the last one, 0 for none: nothing is noted when there is another by now. */
  lastServiceId: referenceSchema,
  /** Now when absent; not in the future. */
  performedTime: instantInputSchema.optional(),
  /** What the device has counted when absent, and then `performedTime` must be absent too; of one by time, `performedTime`. */
  value: z.number().min(0).max(mostMeasure).optional(),
  note: z.string().trim().max(500).optional(),
});

export type MaintenanceService = z.infer<typeof maintenanceServiceSchema>;
export type MaintenanceState = z.infer<typeof maintenanceStateSchema>;
export type MaintenanceUrgency = MaintenanceState['urgency'];
export type MaintenanceStateQuery = z.infer<typeof maintenanceStateQuerySchema>;
export type MaintenanceServiceQuery = z.infer<typeof maintenanceServiceQuerySchema>;
export type MaintenanceServiceInput = z.infer<typeof maintenanceServiceInputSchema>;
