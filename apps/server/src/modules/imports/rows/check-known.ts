import { setImmediate } from 'node:timers/promises';
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { ImportErrorCode, ImportNoun, ImportPreview } from '@atalaia/contract/reports/import';
import { isCnpj, isCpf } from '@atalaia/domain/documents/customer-document';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Named } from '../../../queries/find-named.ts';
import { piecesOf } from '../../../queries/read-ids.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { CustomersBulkService } from '../../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../../devices/devices-bulk-service.ts';
import type { GroupNamesService } from '../../groups/groups-service.ts';
import { createFindings, inOrder, placeOf, type ReadRow, type ReadSheet } from './sheet-reading.ts';

export interface KnownParts {
  readonly devices: DevicesBulkService;
  readonly customers: CustomersBulkService;
  readonly groupNames: GroupNamesService;
  /** Where it is looked; of a save its transaction. */
  readonly kysely: Kysely<Schema>;
}

export interface CheckedSheet extends ImportPreview {
  /** Of the rows that fit, with group and customer in place. */
  readonly inputs: readonly (DeviceInput | CustomerInput)[];
  /** Of those that change what is there. */
  readonly changes: readonly { readonly id: number; readonly input: DeviceInput | CustomerInput }[];
}

/** What is there already of what a file names, by identifier or document, as far as the caller sees it. */
async function findExisting(
  { devices, customers, kysely }: KnownParts,
  caller: Caller,
  uniqueIds: readonly string[],
  documents: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const ids = new Map<string, number[]>();
  const add = (key: string, id: number) => ids.set(key, [...(ids.get(key) ?? []), id]);
  for (const piece of piecesOf(matchedAtOnce, uniqueIds)) {
    const keys = { ids: [], uniqueIds: piece, plates: [] };
    for (const { unique_id, id } of await devices.match(kysely, caller, keys)) add(unique_id, id);
  }
  for (const piece of piecesOf(matchedAtOnce, documents)) {
    const keys = { ids: [], documents: piece };
    for (const { cpf_cnpj, id } of await customers.match(kysely, caller, keys)) add(cpf_cnpj, id);
  }
  return ids;
}

const rowsPerTurn = 1_000;
/** Rows of one answer: some ms of this thread's work. */
const matchedAtOnce = 1_000;

type Lookup = keyof NonNullable<ReadRow['lookups']>;

/** Holds what was read against what is registered: unique ids, groups and customers by name, documents, the limit of devices. */
export async function checkKnown(
  parts: KnownParts,
  caller: Caller,
  noun: ImportNoun,
  sheet: ReadSheet,
  updates = false,
): Promise<CheckedSheet> {
  const { kysely, devices, customers, groupNames } = parts;
  const { rows, places, ignored, sample, columns, fields } = sheet;
  const lookupValues = (lookup: Lookup) => [
    ...new Set(rows.flatMap(({ lookups }) => lookups?.[lookup] ?? [])),
  ];
  const taken = await devices.taken(lookupValues('uniqueId'), kysely);
  const groups = await groupNames.find(kysely, caller, lookupValues('groupName'));
  const named = await customers.find(kysely, caller, lookupValues('customerName'));
  const documents = await customers.known(kysely, caller, lookupValues('document'));
  const existing = updates
    ? await findExisting(parts, caller, lookupValues('uniqueId'), lookupValues('document'))
    : new Map<string, readonly number[]>();
  const room = noun === 'devices' ? await devices.capacity(caller, kysely) : Number.POSITIVE_INFINITY;

  const found = createFindings();
  const inputs: CheckedSheet['inputs'][number][] = [];
  const changes: CheckedSheet['changes'][number][] = [];
  const changed = new Set<number>();
  let isFull = false;
  for (const [index, { row, input, lookups = {} }] of rows.entries()) {
    // others have their turn in between
    if (index % rowsPerTurn === 0) await setImmediate();
    let fits = input !== undefined;
    const refuse = (column: string | null, code: ImportErrorCode, value: string) => {
      fits = false;
      found.error({ ...placeOf(places, row, column, value), code });
    };
    const idOf = (column: string, name: string | undefined, known: ReadonlyMap<string, Named>) => {
      if (name === undefined) return undefined;
      const id = known.get(name);
      if (typeof id === 'number') return id;
      const isDocument = column === 'customerId' && (isCpf(name) || isCnpj(name));
      const several = isDocument ? 'ambiguous-document' : 'ambiguous-name';
      refuse(column, id === undefined ? 'unknown-name' : several, name);
      return undefined;
    };
    const { uniqueId, document } = lookups;
    const [id, ...others] = existing.get(uniqueId ?? document ?? '') ?? [];
    // which of them the row means, and which of two rows holds, the file does not say
    if (document !== undefined && others.length > 0) refuse('cpfCnpj', 'ambiguous-document', document);
    else if (document !== undefined && id !== undefined && changed.has(id))
      refuse('cpfCnpj', 'twice-in-file', document);
    if (uniqueId !== undefined && taken.has(uniqueId) && id === undefined)
      refuse('uniqueId', 'taken', uniqueId);
    const groupId = idOf('groupId', lookups.groupName, groups);
    const customerId = idOf('customerId', lookups.customerName, named);
    if (document !== undefined && documents.has(document) && id === undefined) {
      found.warning({ ...placeOf(places, row, 'cpfCnpj', document), code: 'document-known' });
    }
    if (!fits || !input) continue;
    const whole = { ...input, ...(groupId && { groupId }), ...(customerId && { customerId }) };
    if (id !== undefined) {
      changed.add(id);
      changes.push({ id, input: whole });
      continue;
    }
    if (inputs.length >= room) {
      if (!isFull) refuse(null, 'device-limit', String(caller.user.device_limit));
      isFull = true;
      continue;
    }
    inputs.push(whole);
  }

  const more = found.result();
  return {
    rows: rows.length,
    fits: inputs.length + changes.length,
    ...(updates && { updates: changes.length }),
    errorCount: sheet.errorCount + more.errorCount,
    errors: inOrder([...sheet.errors, ...more.errors], places),
    warningCount: sheet.warningCount + more.warningCount,
    warnings: inOrder([...sheet.warnings, ...more.warnings], places),
    ignored: [...ignored],
    sample,
    columns,
    fields,
    inputs,
    changes,
  };
}
