/** What was done of a device's maintenances, and what falls due next by it (MNT-01). */
import {
  type MaintenanceService,
  type MaintenanceServiceInput,
  type MaintenanceServiceQuery,
  type MaintenanceState,
  type MaintenanceStateQuery,
  maintenanceServiceInputSchema,
  maintenanceServiceQuerySchema,
  maintenanceServiceSchema,
  maintenanceStateQuerySchema,
  maintenanceStateSchema,
} from '@atalaia/contract/rules/maintenance';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { positionTimes } from '@atalaia/domain/attributes/position-attributes';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { AppError, fieldRefusal, madeByOthers, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { writeAudit } from '../../queries/audit.ts';
import { instantColumn } from '../../queries/columns.ts';
import { isLinkedVisible, lockLinked } from '../../resources/linked/linked-queries.ts';
import type { LinkedParts } from '../../resources/linked/linked-service.ts';
import { type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import {
  deleteService,
  findService,
  findServices,
  findStates,
  insertService,
} from './maintenance-services-queries.ts';

export interface MaintenanceServicesService {
  states(caller: Caller, query: MaintenanceStateQuery): Promise<MaintenanceState[]>;
  services(caller: Caller, query: MaintenanceServiceQuery): Promise<MaintenanceService[]>;
  /** Notes that it was done and returns what is due then. Throws `maintenance-changed` where it was noted since the caller looked. */
  perform(caller: Caller, input: MaintenanceServiceInput): Promise<MaintenanceState>;
  /** Takes back what was noted last; the same refusal for one that another followed. */
  takeBack(caller: Caller, id: number): Promise<void>;
}

export function createMaintenanceServices({
  kysely,
  commit,
  visibility,
}: Pick<LinkedParts, 'kysely' | 'commit' | 'visibility'>): MaintenanceServicesService {
  async function requireSeen(caller: Caller, { deviceId, maintenanceId }: MaintenanceServiceQuery) {
    await visibility.requireSeen(caller, { deviceId });
    if (maintenanceId === undefined) return;
    if (!(await isLinkedVisible(kysely, caller, 'maintenance', Number(maintenanceId))))
      throw notFound('maintenance', maintenanceId);
  }

  /** What is due, its maintenance locked, so that of two people one notes it; its maker alone where devices are read-only (ROLE-02). */
  async function lockState(within: Kysely<Schema>, caller: Caller, deviceId: number, maintenanceId: number) {
    if (!(await lockLinked(within, caller, 'maintenance', maintenanceId)))
      throw notFound('maintenance', maintenanceId);
    const state = await readState(within, caller, deviceId, maintenanceId);
    if (!state.mayPerform) throw madeByOthers();
    return state;
  }

  async function readState(within: Kysely<Schema>, caller: Caller, deviceId: number, maintenanceId: number) {
    const query = { deviceId: String(deviceId), maintenanceId: String(maintenanceId) };
    const [state] = await findStates(within, caller, query, performable(caller));
    if (!state) throw notFound('device', deviceId);
    return state;
  }

  return {
    async states(caller, query) {
      await requireSeen(caller, query);
      return findStates(kysely, caller, query, performable(caller));
    },

    async services(caller, query) {
      await requireSeen(caller, query);
      return findServices(kysely, caller, query);
    },

    perform: (caller, { deviceId, maintenanceId, lastServiceId, note = '', ...given }) =>
      commit(async (transaction, publish) => {
        const state = await lockState(transaction, caller, deviceId, maintenanceId);
        requireLast(state, lastServiceId);
        const performedTime = instantColumn(given.performedTime) ?? new Date().toISOString();
        const value = requiredValue(state, given, Date.parse(performedTime));
        await insertService(transaction, {
          ...{ device_id: deviceId, maintenance_id: maintenanceId, name: state.name, type: state.type },
          ...{ performed_time: performedTime, value, note },
          ...{ user_id: caller.userId, user_name: caller.user.name },
        });
        const details = { maintenanceId, name: state.name, value, performedTime, ...(note && { note }) };
        await writeAudit(transaction, caller, {
          ...{ action: 'perform', noun: 'device', objectId: deviceId, details },
        });
        publish('rules', { kinds: ['maintenances'] });
        return readState(transaction, caller, deviceId, maintenanceId);
      }),

    takeBack: (caller, id) =>
      commit(async (transaction, publish) => {
        const service = await findService(transaction, id);
        if (!service?.maintenanceId) throw notFound('maintenance', id);
        const { deviceId, maintenanceId, ...done } = service;
        const state = await lockState(transaction, caller, deviceId, maintenanceId);
        requireLast(state, id);
        await deleteService(transaction, id);
        // the audit alone has what was noted from here on
        const details = { maintenanceId, name: state.name, ...done };
        await writeAudit(transaction, caller, {
          ...{ action: 'take-back', noun: 'device', objectId: deviceId, details },
        });
        publish('rules', { kinds: ['maintenances'] });
      }),
  };
}

function requireLast({ lastService }: MaintenanceState, lastServiceId: number): void {
  if ((lastService?.id ?? 0) === lastServiceId) return;
  throw new AppError('maintenance-changed', 'somebody noted this maintenance since: look at it again');
}

/** Whoever may change devices notes everything that he sees, others what they made, and whoever may only read nothing. */
function performable(caller: Caller): 'all' | 'own' | 'none' {
  if (mayWriteDevices(caller)) return 'all';
  return caller.user.readonly ? 'none' : 'own';
}

/**
 * What had been counted then: as far as is known neither less than at the service before nor more than now. A counter that
 * says less than at the service before began anew.
 */
function requiredValue(
  { type, value: now, lastService }: MaintenanceState,
  given: Pick<MaintenanceServiceInput, 'value' | 'performedTime'>,
  performedMs: number,
): number {
  const refuse = (path: string, message: string) => fieldRefusal('invalid-input', { path, message });
  if (performedMs > Date.now()) throw refuse('performedTime', 'is in the future');
  const leastMs = lastService ? Date.parse(lastService.performedTime) : 0;
  if (performedMs < leastMs)
    throw refuse('performedTime', 'is before the service noted last, or before 1970');
  if (positionTimes.has(type)) return performedMs;
  if (given.value === undefined && given.performedTime !== undefined)
    throw refuse('value', 'is required with a time of its own');
  const value = given.value ?? now ?? undefined;
  if (value === undefined) throw refuse('value', 'is required: the device has not said it');
  if (value < 0) throw refuse('value', 'is below 0');
  if (now !== null && value > now) throw refuse('value', `is more than the device has counted: ${now}`);
  const before = lastService?.type === type ? lastService.value : 0;
  if (value < before && (now === null || now >= before))
    throw refuse('value', `is less than at the service before: ${before}`);
  return value;
}

const route = routeOptions('maintenance');

export function maintenanceServicesRoutes(app: App, services: MaintenanceServicesService): void {
  app.get(
    '/maintenance/states',
    route('signed-in', 'Lists where devices stand with their maintenances, the most urgent first', {
      querystring: maintenanceStateQuerySchema,
      answer: z.array(maintenanceStateSchema),
    }),
    (request) => services.states(callerOf(request), request.query),
  );
  app.get(
    '/maintenance/services',
    route('signed-in', 'Lists what was done of devices’ maintenances, newest first', {
      querystring: maintenanceServiceQuerySchema,
      answer: z.array(maintenanceServiceSchema),
    }),
    (request) => services.services(callerOf(request), request.query),
  );
  app.post(
    '/maintenance/services',
    route(
      { access: 'writer', refusals: [409] },
      'Notes that a maintenance was done, from which the next one is counted',
      { body: maintenanceServiceInputSchema, answer: maintenanceStateSchema },
    ),
    (request) => services.perform(callerOf(request), request.body),
  );
  app.delete(
    '/maintenance/services/:id',
    route({ access: 'writer', refusals: [409] }, 'Takes back what was noted last of a maintenance', {
      params: idParamsSchema,
      answer: null,
    }),
    (request) => services.takeBack(callerOf(request), Number(request.params.id)),
  );
}
