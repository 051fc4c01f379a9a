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
import { piecesOf, removedAtOnce } from '../../queries/read-ids.ts';
import { atRevision, requireRevision, type VersionedJson } from '../../queries/revision.ts';
import type { BulkNoun } from '../../resources/bulk/bulk-changes-service.ts';
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
  deleteCustomers,
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
  /** What many of them are given or removed by at once. */
  readonly bulk: BulkNoun;
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
    bulk: bulkCustomers(parts),

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
        await requireGroup(visibility, transaction, caller, input.groupId);
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
        const { groupId } = input;
        if (groupId !== undefined && (groupId || null) !== before.group_id)
          await requireGroup(visibility, transaction, caller, groupId);
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
        await deleteCustomers(transaction, [id]);
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

/** At most so many are published live; more are seen when clients load them next. */
const mostPublished = 500;

function bulkCustomers({ kysely, visibility, orderPayment }: CustomersParts): BulkNoun {
  return {
    noun: 'customer',
    writing: 'writer',
    columns: {
      groupId: { column: 'group_id', type: 'integer', references: 'groups' },
      category: { column: 'category', type: 'text' },
      status: { column: 'status', type: 'text' },
      disabled: { column: 'disabled', type: 'boolean' },
    },
    find: (caller, filter) => findCustomers(kysely, caller, filter),
    async requireValue(within, caller, act, value) {
      if (act === 'groupId') await requireGroup(visibility, within, caller, Number(value), 'change.groupId');
    },
    requireRow: (caller, { id }) => requireChangeable(caller, id),
    async changed(within, publish, caller, ids, act) {
      await orderPayment(within, publish, caller, ids);
      if (act === 'groupId') publishMoved(publish, 'customer', ids);
      if (ids.length <= mostPublished) publish('customers', await customerFragments(within, ids));
    },
    async removeWithin(within, _publish, caller, ids) {
      for (const piece of piecesOf(removedAtOnce, ids)) {
        const removed = await deleteCustomers(within, piece);
        const entries = removed.map(
          ({ id: objectId, name }) =>
            ({ action: 'remove', noun: 'customer', objectId, details: { name } }) as const,
        );
        await writeAudits(within, caller, entries);
      }
    },
  };
}

/** Users see a customer by its group: one who is no administrator names a group that he sees, or would lose the customer. */
async function requireGroup(
  visibility: Pick<Visibility, 'isGroupVisible'>,
  within: Kysely<Schema>,
  caller: Caller,
  groupId: number | null | undefined,
  path = 'groupId',
): Promise<void> {
  if (groupId) {
    if (!(await visibility.isGroupVisible(caller, groupId, within))) throw referenceRefusal(path);
  } else if (!caller.administrator) {
    throw fieldRefusal('customer-group-required', { path, message: 'must be a group you see' });
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
  requireChangeable(caller, id);
  return row;
}

function requireChangeable(caller: Caller, id: number): void {
  if (!mayChangeCustomer(caller, id)) throw ownCustomerReadonly();
}

const describe = async (within: Kysely<Schema>, id: number) => (await fragmentOf(within, id)).json;

/** Publishes what was changed, and returns it. */
const announce = (within: Kysely<Schema>, publish: Publish, id: number): Promise<VersionedJson> =>
  atRevision(within, 'customers', id, async () => {
    const fragment = await fragmentOf(within, id);
    publish('customers', [fragment]);
    return fragment.json;
  });
