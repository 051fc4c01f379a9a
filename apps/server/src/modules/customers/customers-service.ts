import type { CustomerInput, CustomerQuery } from '@atalaia/contract/accounts/customer';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound, ownCustomerReadonly } from '../../errors/app-error.ts';
import type { CustomerFragment } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit, writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, requireRevision, type VersionedJson } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import { readDependents } from '../../resources/removal/read-dependents.ts';
import {
  type ActsByKind,
  carryOut,
  dependentsDetail,
  lockDependents,
  requireRemovable,
} from '../../resources/removal/removal.ts';
import { type Caller, mayChangeCustomer } from '../../visibility/caller.ts';
import { publishMoved, type Visibility } from '../../visibility/visibility.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import { customerFragments } from './customers-presenter.ts';
import {
  type CustomerRow,
  deleteCustomer,
  deviceIdsOf,
  findCustomers,
  insertCustomer,
  isCustomerVisible,
  lockCustomer,
  relocateCustomers,
  rowOf,
  updateCustomer,
} from './customers-queries.ts';

export interface CustomersParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly publishDevices: DevicesService['publishWithin'];
  /** Has what was saved sent to the payment provider that the caller's account names (CUS-03). */
  readonly orderPayment: (
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    customerIds: readonly number[],
  ) => Promise<void>;
  /** How his devices and users follow when he is removed. */
  readonly acts: ActsByKind;
  /** Before his users are locked. */
  readonly lockUsers: (within: Kysely<Schema>) => Promise<void>;
}

export interface CustomersService extends CrudService<CustomerInput, CustomerQuery> {
  /** Gives customers to another group, or to none, as theirs is removed. */
  relocateWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    ids: readonly number[],
    groupId: number | null,
  ): Promise<void>;
}

export function createCustomersService(parts: CustomersParts): CustomersService {
  const { kysely, commit, visibility, publishDevices, orderPayment, acts, lockUsers } = parts;

  return {
    async list(caller, query) {
      const viewer = await visibility.viewerFor(caller, query.userId);
      await visibility.requireSeen(viewer, query);
      return jsonList(await findCustomers(kysely, viewer, query), async (ids) =>
        (await customerFragments(kysely, ids)).map(({ json }) => json).join(','),
      );
    },

    async read(caller, id) {
      if (!(await isCustomerVisible(kysely, caller, id))) throw notFound('customer', id);
      return atRevision(kysely, 'customers', id, () => describe(kysely, id));
    },

    create: (caller, input) =>
      commit(async (transaction, publish) => {
        await requireGroup(visibility, transaction, caller, input);
        const id = await insertCustomer(transaction, rowOf(input));
        const details = { name: input.name };
        await writeAudit(transaction, caller, { action: 'create', noun: 'customer', objectId: id, details });
        await orderPayment(transaction, publish, caller, [id]);
        return announce(transaction, publish, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction, publish) => {
        const before = await lockChangeable(transaction, caller, id);
        await requireRevision(transaction, 'customers', id, ifMatch, () => describe(transaction, id));
        await requireGroup(visibility, transaction, caller, input, before);
        const values = rowOf(input);
        const details = changeDetails(before, values);
        const { changed } = details;
        await updateCustomer(transaction, id, values);
        await writeAudit(transaction, caller, { action: 'update', noun: 'customer', objectId: id, details });
        await orderPayment(transaction, publish, caller, [id]);
        if (changed.includes('group_id')) publishMoved(publish, 'customer', [id]);
        if (changed.includes('name') || changed.includes('cpf_cnpj')) {
          await publishDevices(transaction, publish, await deviceIdsOf(transaction, id));
        }
        return announce(transaction, publish, id);
      }),

    async dependents(caller, id) {
      if (!(await isCustomerVisible(kysely, caller, id))) throw notFound('customer', id);
      return readDependents(kysely, caller, 'customer', id);
    },

    remove: (caller, id, request) =>
      commit(async (transaction, publish) => {
        const removed = { noun: 'customer', id } as const;
        await lockUsers(transaction);
        // in the order in which who writes a device locks them
        await lockDependents(transaction, removed);
        const before = await lockChangeable(transaction, caller, id);
        const settled = await requireRemovable(transaction, caller, removed, request);
        await carryOut(transaction, publish, caller, removed, settled, acts);
        await deleteCustomer(transaction, id);
        const details = { name: before.name, ...dependentsDetail(settled.lines) };
        await writeAudit(transaction, caller, { action: 'remove', noun: 'customer', objectId: id, details });
      }),

    async relocateWithin(within, publish, caller, ids, groupId) {
      if (groupId !== null && !(await visibility.isGroupVisible(caller, groupId, within))) {
        throw referenceRefusal('query.decision');
      }
      await relocateCustomers(within, ids, groupId);
      const details = { changed: ['group_id'] };
      const entries = ids.map(
        (objectId) => ({ action: 'update', noun: 'customer', objectId, details }) as const,
      );
      await writeAudits(within, caller, entries);
      publish('customers', await customerFragments(within, ids));
      publishMoved(publish, 'customer', ids);
    },
  };
}

/** Users see a customer by its group: one who is no administrator names a group that he sees, or would lose the customer. */
async function requireGroup(
  visibility: Pick<Visibility, 'isGroupVisible'>,
  within: Kysely<Schema>,
  caller: Caller,
  { groupId }: CustomerInput,
  before?: CustomerRow,
): Promise<void> {
  const isGroupUnchanged = before && (groupId === undefined || (groupId || null) === before.group_id);
  if (isGroupUnchanged) return;
  if (groupId) {
    if (!(await visibility.isGroupVisible(caller, groupId, within))) throw referenceRefusal('groupId');
  } else if (!caller.administrator) {
    throw fieldRefusal('customer-group-required', { path: 'groupId', message: 'must be a group you see' });
  }
}

async function fragmentOf(within: Kysely<Schema>, id: number): Promise<CustomerFragment> {
  const [fragment] = await customerFragments(within, [id]);
  if (!fragment) throw notFound('customer', id);
  return fragment;
}

/** The row of a customer that the caller may change, locked. */
async function lockChangeable(within: Kysely<Schema>, caller: Caller, id: number): Promise<CustomerRow> {
  const row = await lockCustomer(within, caller, id);
  if (!row) throw notFound('customer', id);
  if (!mayChangeCustomer(caller, id)) throw ownCustomerReadonly();
  return row;
}

const describe = async (within: Kysely<Schema>, id: number) => (await fragmentOf(within, id)).json;

/** Publishes what was changed, and returns it. */
const announce = (within: Kysely<Schema>, publish: Publish, id: number): Promise<VersionedJson> =>
  atRevision(within, 'customers', id, async () => {
    const fragment = await fragmentOf(within, id);
    publish('customers', [fragment]);
    return fragment.json;
  });
