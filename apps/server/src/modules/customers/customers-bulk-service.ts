import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { Kysely } from 'kysely';
import { AppError, fieldRefusal } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { rowsBefore, writeAudits } from '../../queries/audit.ts';
import { changeDetails } from '../../queries/columns.ts';
import type { Publish } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { findNamed, type Named } from '../../queries/find-named.ts';
import { piecesOf } from '../../queries/read-ids.ts';
import { type Caller, mayChangeCustomer } from '../../visibility/caller.ts';
import { publishMoved } from '../../visibility/visibility.ts';
import { areGroupsVisible, type Viewer, visibleCustomers } from '../../visibility/visible.ts';
import type { DevicesService } from '../devices/devices-service.ts';
import {
  type CustomerChange,
  deviceIdsOfAll,
  findDocuments,
  insertCustomers,
  lockFiles,
  lockMatches,
  type MadeCustomer,
  updateCustomers,
} from './customers-bulk-queries.ts';
import {
  bareDocument,
  type CustomerPatch,
  customerColumns,
  customerFragments,
} from './customers-presenter.ts';
import { type CustomerRow, rowOf, updateCustomer } from './customers-queries.ts';

export interface CustomersBulkService {
  /** The visible customers that names or documents mean. */
  find(within: Kysely<Schema>, viewer: Viewer, names: readonly string[]): Promise<ReadonlyMap<string, Named>>;
  /** Which of these documents, as they are stored, a visible customer has. */
  known(within: Kysely<Schema>, viewer: Viewer, documents: readonly string[]): Promise<ReadonlySet<string>>;
  /** Until the end of the transaction no other file brings customers: nothing else keeps two from making the same one. */
  lockWithin(within: Kysely<Schema>): Promise<void>;
  /** Creates customers by the rules of a single creation; what is published of them is published once. */
  createWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    inputs: readonly CustomerInput[],
  ): Promise<readonly MadeCustomer[]>;
  /** The visible customers of these documents or numbers, locked. */
  match(
    within: Kysely<Schema>,
    viewer: Viewer,
    wish: { readonly documents: readonly string[]; readonly ids: readonly number[] },
  ): Promise<readonly CustomerRow[]>;
  /** Changes customers that were matched to what a file says of them; what it leaves out stays. */
  overwriteWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    updates: readonly { readonly id: number; readonly input: CustomerPatch }[],
  ): Promise<void>;
  /** Changes customers that were matched, by some of their columns. */
  changeWithin(
    within: Kysely<Schema>,
    publish: Publish,
    caller: Caller,
    changes: readonly CustomerChange[],
  ): Promise<void>;
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;
/** At most so many are published live; more are seen when clients load them next. */
const mostPublished = 500;

export interface CustomersBulkParts {
  readonly publishDevices: DevicesService['publishWithin'];
}

export function createCustomersBulkService(parts: CustomersBulkParts): CustomersBulkService {
  async function publishBounded(
    within: Kysely<Schema>,
    publish: Publish,
    ids: readonly number[],
  ): Promise<void> {
    if (ids.length > 0 && ids.length <= mostPublished)
      publish('customers', await customerFragments(within, ids));
  }

  return {
    async find(within, viewer, names) {
      const from = visibleCustomers(viewer);
      const found = new Map(await findNamed(within, from, { id: 'c.id', name: 'c.name' }, names));
      const others = names.filter((name) => !found.has(name) && /\d/.test(name));
      const byDocument = await findNamed(within, from, { id: 'c.id', name: 'c.cpf_cnpj' }, [
        ...new Set(others.map(bareDocument)),
      ]);
      for (const name of others) {
        const id = byDocument.get(bareDocument(name));
        if (id !== undefined) found.set(name, id);
      }
      return found;
    },

    async known(within, viewer, documents) {
      const found = new Set<string>();
      for (const piece of piecesOf(rowsAtOnce, documents)) {
        for (const document of await findDocuments(within, viewer, piece)) found.add(document);
      }
      return found;
    },

    async createWithin(within, publish, caller, inputs) {
      if (!caller.administrator && inputs.some(({ groupId }) => !groupId)) {
        throw fieldRefusal('customer-group-required', {
          path: 'groupId',
          message: 'must be a group you see',
        });
      }
      const groupIds = [...new Set(inputs.map(({ groupId }) => groupId))].filter((id) =>
        Boolean(id),
      ) as number[];
      if (!(await areGroupsVisible(within, caller, groupIds))) throw referenceRefusal('groupId');
      const customers: MadeCustomer[] = [];
      for (const piece of piecesOf(rowsAtOnce, inputs)) {
        const made = await insertCustomers(within, piece.map(rowOf));
        const entries = made.map(({ id, name }) => ({
          action: 'import',
          noun: 'customer' as const,
          objectId: id,
          details: { name },
        }));
        await writeAudits(within, caller, entries);
        customers.push(...made);
      }
      await publishBounded(
        within,
        publish,
        customers.map(({ id }) => id),
      );
      return customers;
    },

    match: lockMatches,
    lockWithin: lockFiles,

    async overwriteWithin(within, publish, caller, updates) {
      if (updates.length === 0) return;
      const locked = updates.find(({ id }) => !mayChangeCustomer(caller, id));
      if (locked) throw new AppError('own-customer-readonly', 'this account may not change its own customer');
      const groupIds = [...new Set(updates.flatMap(({ input }) => input.groupId || []))];
      if (!(await areGroupsVisible(within, caller, groupIds))) throw referenceRefusal('groupId');
      for (const piece of piecesOf(rowsAtOnce, updates)) {
        const entries = [];
        const rows = await rowsBefore(within, 'customers', piece);
        for (const { id, input } of piece) {
          const { cpf_cnpj: _same, ...values } = customerColumns(input);
          await updateCustomer(within, id, values);
          const details = { ...changeDetails(rows.get(id) ?? {}, values) };
          entries.push({ action: 'update', noun: 'customer' as const, objectId: id, details });
        }
        await writeAudits(within, caller, entries);
      }
      const ids = updates.map(({ id }) => id);
      publishMoved(
        publish,
        'customer',
        updates.flatMap(({ id, input }) => (input.groupId ? [id] : [])),
      );
      await parts.publishDevices(within, publish, await deviceIdsOfAll(within, ids));
      await publishBounded(within, publish, ids);
    },

    async changeWithin(within, publish, caller, changes) {
      if (changes.length === 0) return;
      const rows = await rowsBefore(within, 'customers', changes);
      await updateCustomers(within, changes);
      const entries = changes.map(({ id, values }) => ({
        action: 'update',
        noun: 'customer' as const,
        objectId: id,
        details: { ...changeDetails(rows.get(id) ?? {}, values) },
      }));
      await writeAudits(within, caller, entries);
      const renamed = changes.filter(({ values }) => values.name != null).map(({ id }) => id);
      if (renamed.length > 0)
        await parts.publishDevices(within, publish, await deviceIdsOfAll(within, renamed));
      await publishBounded(
        within,
        publish,
        changes.map(({ id }) => id),
      );
    },
  };
}
