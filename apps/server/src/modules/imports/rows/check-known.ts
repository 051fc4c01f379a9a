import { setImmediate } from 'node:timers/promises';
import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import type { ImportErrorCode, ImportNoun, ImportPreview } from '@atalaia/contract/reports/import';
import type { Named } from '../../../queries/find-named.ts';
import type { Caller } from '../../../visibility/caller.ts';
import type { CustomersBulkService } from '../../customers/customers-bulk-service.ts';
import type { DevicesBulkService } from '../../devices/devices-bulk-service.ts';
import type { GroupNamesService } from '../../groups/groups-service.ts';
import { createFindings, inOrder, placeOf, type ReadRow, type ReadSheet } from './sheet-reading.ts';

export interface KnownParts {
  readonly devices: DevicesBulkService;
  readonly customers: CustomersBulkService;
  readonly groupNames: GroupNamesService;
}

export interface CheckedSheet extends ImportPreview {
  /** Of the rows that fit, with group and customer in place. */
  readonly inputs: readonly (DeviceInput | CustomerInput)[];
}

const rowsPerTurn = 1_000;

type Lookup = keyof NonNullable<ReadRow['lookups']>;

/** Holds what was read against what is registered: unique ids, groups and customers by name, documents, the limit of devices. */
export async function checkKnown(
  { devices, customers, groupNames }: KnownParts,
  caller: Caller,
  noun: ImportNoun,
  sheet: ReadSheet,
): Promise<CheckedSheet> {
  const { rows, places, ignored, sample } = sheet;
  const lookupValues = (lookup: Lookup) => [
    ...new Set(rows.flatMap(({ lookups }) => lookups?.[lookup] ?? [])),
  ];
  const taken = await devices.taken(lookupValues('uniqueId'));
  const groups = await groupNames.find(caller, lookupValues('groupName'));
  const named = await customers.find(caller, lookupValues('customerName'));
  const documents = await customers.known(caller, lookupValues('document'));
  const room = noun === 'devices' ? await devices.capacity(caller) : Number.POSITIVE_INFINITY;

  const found = createFindings();
  const inputs: CheckedSheet['inputs'][number][] = [];
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
      refuse(column, id === undefined ? 'unknown-name' : 'ambiguous-name', name);
      return undefined;
    };
    const { uniqueId, document } = lookups;
    if (uniqueId !== undefined && taken.has(uniqueId)) refuse('uniqueId', 'taken', uniqueId);
    const groupId = idOf('groupId', lookups.groupName, groups);
    const customerId = idOf('customerId', lookups.customerName, named);
    if (document !== undefined && documents.has(document)) {
      found.warning({ ...placeOf(places, row, 'cpfCnpj', document), code: 'document-known' });
    }
    if (!fits || !input) continue;
    if (inputs.length >= room) {
      if (!isFull) refuse(null, 'device-limit', String(caller.user.device_limit));
      isFull = true;
      continue;
    }
    inputs.push({ ...input, ...(groupId && { groupId }), ...(customerId && { customerId }) });
  }

  const more = found.result();
  return {
    rows: rows.length,
    fits: inputs.length,
    errorCount: sheet.errorCount + more.errorCount,
    errors: inOrder([...sheet.errors, ...more.errors], places),
    warningCount: sheet.warningCount + more.warningCount,
    warnings: inOrder([...sheet.warnings, ...more.warnings], places),
    ignored: [...ignored],
    sample,
    inputs,
  };
}
