import type { CustomerInput, CustomerQuery } from '@atalaia/contract/customer';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../app-error.ts';
import type { CustomerFragment } from '../../bus/bus.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import type { CrudService } from '../../http/crud-routes.ts';
import { jsonList } from '../../reading/page.ts';
import type { Revised } from '../../revised.ts';
import { writeAudit } from '../../writing/audit.ts';
import { changedFields } from '../../writing/changed-fields.ts';
import type { Commit, Tell } from '../../writing/commit.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { atRevision, requireRevision } from '../../writing/revision.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import type { Sight } from '../sight/sight.ts';
import { rowOf } from './customer-row.ts';
import { customerFragments } from './customers-presenter.ts';
import {
  type CustomerRow,
  deleteCustomer,
  deviceIdsOf,
  findCustomers,
  insertCustomer,
  isCustomerVisible,
  lockCustomer,
  updateCustomer,
} from './customers-queries.ts';

export interface CustomersParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly sight: Sight;
  readonly tellDevices: DevicesService['tellWithin'];
  /** Has what was saved sent to the payment provider that the caller's account names (CUS-03). */
  readonly orderPayment: (
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    customerIds: readonly number[],
  ) => Promise<void>;
  /** Throws `in-use` for a customer whose open case would lose him. */
  readonly requireRemovable: (within: Kysely<Schema>, customerId: number) => Promise<void>;
}

export type CustomersService = CrudService<CustomerInput, CustomerQuery>;

export function createCustomersService(parts: CustomersParts): CustomersService {
  const { kysely, commit, sight, tellDevices, orderPayment, requireRemovable } = parts;

  /** The group gives sight of the customer: who is no administrator names one that he sees, or loses it from his sight. */
  async function requireGroup(
    within: Kysely<Schema>,
    caller: Caller,
    { groupId }: CustomerInput,
    before?: CustomerRow,
  ): Promise<void> {
    const isHeld = before && (groupId === undefined || (groupId || null) === before.group_id);
    if (isHeld) return;
    if (groupId) {
      if (!(await sight.isGroupVisible(caller, groupId, within))) throw referenceRefusal('groupId');
    } else if (!caller.administrator) {
      throw fieldRefusal('customer-group-required', { path: 'groupId', message: 'must be a group you see' });
    }
  }

  async function fragmentOf(within: Kysely<Schema>, id: number): Promise<CustomerFragment> {
    const [fragment] = await customerFragments(within, [id]);
    if (!fragment) throw notFound('customer', id);
    return fragment;
  }

  const describe = async (within: Kysely<Schema>, id: number) => (await fragmentOf(within, id)).json;

  /** Tells what was changed, and returns it. */
  const announce = (within: Kysely<Schema>, tell: Tell, id: number): Promise<Revised> =>
    atRevision(within, 'customers', id, async () => {
      const fragment = await fragmentOf(within, id);
      tell('customers', [fragment]);
      return fragment.json;
    });

  return {
    async list(caller, query) {
      const viewer = await sight.viewerFor(caller, query.userId);
      return jsonList(await findCustomers(kysely, viewer, query), async (ids) =>
        (await customerFragments(kysely, ids)).map(({ json }) => json).join(','),
      );
    },

    async read(caller, id) {
      if (!(await isCustomerVisible(kysely, caller, id))) throw notFound('customer', id);
      return atRevision(kysely, 'customers', id, () => describe(kysely, id));
    },

    create: (caller, input) =>
      commit(async (transaction, tell) => {
        await requireGroup(transaction, caller, input);
        const id = await insertCustomer(transaction, rowOf(input));
        const details = { name: input.name };
        await writeAudit(transaction, caller, { action: 'create', noun: 'customer', objectId: id, details });
        await orderPayment(transaction, tell, caller, [id]);
        return announce(transaction, tell, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, tell) => {
        const before = await lockCustomer(transaction, caller, id);
        if (!before) throw notFound('customer', id);
        await requireRevision(transaction, 'customers', id, ifMatch, () => describe(transaction, id));
        await requireGroup(transaction, caller, input, before);
        const values = rowOf(input);
        const changed = changedFields(before, values);
        await updateCustomer(transaction, id, values);
        const details = { changed };
        await writeAudit(transaction, caller, { action: 'update', noun: 'customer', objectId: id, details });
        await orderPayment(transaction, tell, caller, [id]);
        if (changed.includes('group_id')) tell('sight', { userIds: 'all' });
        if (changed.includes('name') || changed.includes('cpf_cnpj')) {
          await tellDevices(transaction, tell, await deviceIdsOf(transaction, id));
        }
        return announce(transaction, tell, id);
      }),

    remove: (caller, id) =>
      commit(async (transaction, tell) => {
        const before = await lockCustomer(transaction, caller, id);
        if (!before) throw notFound('customer', id);
        await requireRemovable(transaction, id);
        const deviceIds = await deviceIdsOf(transaction, id);
        await deleteCustomer(transaction, id);
        const details = { name: before.name };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'customer', objectId: id, details });
        if (deviceIds.length) tell('deviceRegistry', { deviceIds });
        await tellDevices(transaction, tell, deviceIds);
        tell('sight', { userIds: 'all' });
      }),
  };
}
