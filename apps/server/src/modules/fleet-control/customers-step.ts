/** Clients there become customers here, known by their document. */
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import { customerChanges, localCustomer, newCustomer, remoteCustomer } from './fields.ts';
import { carryOut, emptyPlan, planMerge } from './matching.ts';
import { type ClientRecord, nextClients } from './remote-records-queries.ts';
import type { Values } from './remote-values.ts';
import { type Finding, found, oneAtATime } from './runs-queries.ts';
import { afterStep, readingOf, recordsAtOnce, type Step } from './sync-context.ts';

type Match = Awaited<ReturnType<CustomersBulkService['match']>>[number];
type Change = Parameters<CustomersBulkService['changeWithin']>[3][number];

/** A customer's situation is the provider's to say; the name of one who has none there is his document, made up here. */
const mayOf = ({ key }: ClientRecord, localValues: Values) => ({
  take: () => true,
  send: (field: string) => field !== 'status' && !(field === 'name' && localValues.name === key),
});

export const customersStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, publish) => {
    const { run, caller, customers } = context;
    const records = await nextClients(transaction, readingOf(context), cursor, recordsAtOnce);
    const last = records.at(-1);
    const place = last ? ({ step: 'customers', cursor: last.remoteId } as const) : afterStep('customers');
    const matches = await customers.match(transaction, caller, {
      documents: records.flatMap(({ key }) => key || []),
      ids: records.flatMap(({ localId }) => localId ?? []),
    });
    const plan = planOf(records, matches, {
      mayCreate: caller.administrator || run.group_id !== null,
      groupId: run.group_id,
    });
    await carryOut(context, transaction, plan, {
      kind: 'client',
      place,
      handled: { of: 'customers', count: records.length },
      async create(inputs) {
        const made = await customers.createWithin(transaction, publish, caller, inputs);
        const ids = new Map(made.map(({ id, document }) => [document, id]));
        return inputs.map(({ cpfCnpj }) => ids.get(cpfCnpj) ?? 0);
      },
      change: (changes) => customers.changeWithin(transaction, publish, caller, changes),
    });
    return place;
  });

function planOf(
  records: readonly ClientRecord[],
  matches: readonly Match[],
  { mayCreate, groupId }: { readonly mayCreate: boolean; readonly groupId: number | null },
) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const byDocument = Map.groupBy(matches, (match) => match.cpf_cnpj);
  const plan = emptyPlan<ReturnType<typeof newCustomer>, Change>();
  for (const record of records) {
    const { key, remoteId } = record;
    const providerValues = remoteCustomer(record.data, record.situation);
    const name = { kind: 'customer', name: providerValues.name ?? key, remoteId } as const;
    const same = byDocument.get(key) ?? [];
    const linked = record.localId === null ? undefined : byId.get(record.localId);
    const match = linked ?? same[0];
    const reason = ((): Finding['reason'] => {
      if (key === '') return 'noDocument';
      if (!record.isFirst) return 'twiceThere';
      if (!linked && same.length > 1) return 'severalHere';
      return match || mayCreate ? null : 'groupNeeded';
    })();
    if (reason !== null) plan.findings.push(found({ ...name, outcome: 'notMatched', reason }));
    else if (!match) {
      plan.created.push({ record, name, providerValues, input: newCustomer(key, providerValues, groupId) });
    } else {
      const localValues = localCustomer(match);
      const may = mayOf(record, localValues);
      const { take } = planMerge(plan, { record, name, localId: match.id, localValues, providerValues, may });
      if (Object.keys(take).length > 0) plan.changes.push({ id: match.id, values: customerChanges(take) });
    }
  }
  return plan;
}
