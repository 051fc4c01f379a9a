/** Clients there become customers here, known by their document. */
import type { CustomerInput } from '@atalaia/contract/customer';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import { customerHere, customerThere, newCustomer } from './customer-fields.ts';
import { type Finding, found, insertFindings } from './findings-queries.ts';
import { linkOf, toldFields } from './link-of.ts';
import { mergeFields, type Values } from './merge-fields.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { writeProgress } from './runs-queries.ts';
import { afterStep, readingOf, type Step, thingsAtOnce } from './sync-context.ts';
import { type ClientThing, linkThings, nextClients, type ThingLink } from './things-queries.ts';

type Match = Awaited<ReturnType<CustomersBulkService['match']>>[number];
type Change = Parameters<CustomersBulkService['changeWithin']>[3][number];

/** A customer's situation is the provider's to say; the name of one who has none there is his document, made up here. */
const mayOf = ({ key }: ClientThing, here: Values) => ({
  take: () => true,
  send: (field: string) => field !== 'status' && !(field === 'name' && here.name === key),
});

export const customersStep: Step = (context, cursor) =>
  oneAtATime(context, async (transaction, tell) => {
    const { run, caller, customers } = context;
    const reading = readingOf(context);
    const things = await nextClients(transaction, reading, cursor, thingsAtOnce);
    const last = things.at(-1);
    const place = last ? ({ step: 'customers', cursor: last.remoteId } as const) : afterStep('customers');
    const matches = await customers.match(transaction, caller, {
      documents: things.flatMap(({ key }) => key || []),
      ids: things.flatMap(({ localId }) => localId ?? []),
    });
    const plan = planOf(things, matches, caller.administrator || run.group_id !== null);
    const inputs = plan.created.map(({ thing, there }) => newCustomer(thing.key, there, run.group_id));
    const made = inputs.length > 0 ? await create(inputs) : new Map<string, number>();
    await customers.changeWithin(transaction, tell, caller, plan.changes);
    const links = plan.created.map(({ thing, there }) => {
      const localId = made.get(thing.key) ?? 0;
      plan.findings.push(found({ ...nameOf(thing, there), outcome: 'created', localId }));
      return { remoteId: thing.remoteId, localId, base: there, pending: null };
    });
    await linkThings(transaction, run.user_id, 'client', [...plan.links, ...links]);
    await insertFindings(transaction, run.id, plan.findings);
    await writeProgress(transaction, run.id, { ...place, more: { of: 'customers', count: things.length } });
    return place;

    async function create(rows: readonly CustomerInput[]) {
      const rowsMade = await customers.createWithin(transaction, tell, caller, rows);
      return new Map(rowsMade.map(({ id, document }) => [document, id]));
    }
  });

function planOf(things: readonly ClientThing[], matches: readonly Match[], mayCreate: boolean) {
  const byId = new Map(matches.map((match) => [match.id, match]));
  const byDocument = Map.groupBy(matches, (match) => match.cpf_cnpj);
  const findings: Finding[] = [];
  const links: ThingLink[] = [];
  const changes: Change[] = [];
  const created: { readonly thing: ClientThing; readonly there: Values }[] = [];
  for (const thing of things) {
    const there = customerThere(thing.data, thing.situation);
    const notMatched = (reason: NonNullable<Finding['reason']>) =>
      findings.push(found({ ...nameOf(thing, there), outcome: 'notMatched', reason }));
    if (thing.key === '') {
      notMatched('noDocument');
      continue;
    }
    if (!thing.isFirst) {
      notMatched('twiceThere');
      continue;
    }
    const same = byDocument.get(thing.key) ?? [];
    const linked = thing.localId === null ? undefined : byId.get(thing.localId);
    const match = linked ?? same[0];
    if (!linked && same.length > 1) notMatched('severalHere');
    else if (!match && !mayCreate) notMatched('groupNeeded');
    else if (!match) created.push({ thing, there });
    else {
      const here = customerHere(match);
      const merged = mergeFields(here, there, thing.base, mayOf(thing, here));
      const link = linkOf(thing, match.id, merged);
      if (link) links.push(link);
      if (Object.keys(merged.take).length === 0) continue;
      changes.push({ id: match.id, values: columnsOf(merged.take) });
      findings.push(
        found({
          ...nameOf(thing, there),
          outcome: 'changed',
          localId: match.id,
          reason: merged.bothChanged.length > 0 ? 'bothChanged' : null,
          fields: toldFields(merged.take, here),
        }),
      );
    }
  }
  return { findings, links, changes, created };
}

const nameOf = ({ key, remoteId }: ClientThing, there: Values) =>
  ({ kind: 'customer', name: there.name ?? key, remoteId }) as const;

const columnNames = { postalCode: 'postal_code', notificationEmail: 'notification_email' } as const;

function columnsOf(values: Values): Change['values'] {
  const named = Object.entries(values).map(([field, value]) => [
    columnNames[field as keyof typeof columnNames] ?? field,
    value,
  ]);
  return Object.fromEntries(named);
}
