import type { CustomerInput } from '@atalaia/contract/customer';
import type { Kysely } from 'kysely';
import { fieldRefusal } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { findNamed, type Named } from '../../reading/find-named.ts';
import { piecesOf } from '../../reading/pieces-of.ts';
import { writeAudits } from '../../writing/audit.ts';
import type { Tell } from '../../writing/commit.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { areGroupsVisible } from '../sight/all-visible.ts';
import { type Viewer, visibleCustomers } from '../sight/visible.ts';
import { rowOf } from './customer-row.ts';
import { findDocuments, insertCustomers } from './customers-bulk-queries.ts';
import { bareDocument, customerFragments } from './customers-presenter.ts';

export interface CustomersBulkService {
  /** The visible customers that names or documents mean. */
  find(viewer: Viewer, names: readonly string[]): Promise<ReadonlyMap<string, Named>>;
  /** Which of these documents, as they are stored, a visible customer bears. */
  known(viewer: Viewer, documents: readonly string[]): Promise<ReadonlySet<string>>;
  /** Creates customers by the rules of a single creation; what is told of them is told once. */
  createWithin(
    within: Kysely<Schema>,
    tell: Tell,
    caller: Caller,
    inputs: readonly CustomerInput[],
  ): Promise<void>;
}

/** Rows of one statement: some ms of this thread's work. */
const rowsAtOnce = 500;
/** So many are told live; of more, clients hear when they load them next. */
const mostTold = 500;

export function createCustomersBulkService(kysely: Kysely<Schema>): CustomersBulkService {
  return {
    async find(viewer, names) {
      const from = visibleCustomers(viewer);
      const found = new Map(await findNamed(kysely, from, { id: 'c.id', name: 'c.name' }, names));
      const others = names.filter((name) => !found.has(name) && /\d/.test(name));
      const byDocument = await findNamed(kysely, from, { id: 'c.id', name: 'c.cpf_cnpj' }, [
        ...new Set(others.map(bareDocument)),
      ]);
      for (const name of others) {
        const id = byDocument.get(bareDocument(name));
        if (id !== undefined) found.set(name, id);
      }
      return found;
    },

    async known(viewer, documents) {
      const found = new Set<string>();
      for (const piece of piecesOf(rowsAtOnce, documents)) {
        for (const document of await findDocuments(kysely, viewer, piece)) found.add(document);
      }
      return found;
    },

    async createWithin(within, tell, caller, inputs) {
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
      const customerIds: number[] = [];
      for (const piece of piecesOf(rowsAtOnce, inputs)) {
        const made = await insertCustomers(within, piece.map(rowOf));
        const entries = made.map(({ id, name }) => ({
          action: 'import',
          noun: 'customer' as const,
          objectId: id,
          details: { name },
        }));
        await writeAudits(within, caller, entries);
        customerIds.push(...made.map(({ id }) => id));
      }
      if (customerIds.length <= mostTold) tell('customers', await customerFragments(within, customerIds));
    },
  };
}
