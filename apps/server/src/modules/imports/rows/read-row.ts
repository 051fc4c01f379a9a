import { customerInputSchema } from '@atalaia/contract/accounts/customer';
import { userInputSchema } from '@atalaia/contract/accounts/user';
import { deviceInputSchema } from '@atalaia/contract/devices/device';
import type { ImportErrorCode } from '@atalaia/contract/reports/import';
import { isCustomerDocument } from '@atalaia/domain/documents/customer-document';
import type { z } from 'zod';
import { type CellValue, cellText } from '../cells/cell-value.ts';
import { readCell } from '../cells/read-cell.ts';
import { columnName, type ImportPart } from '../columns/import-column.ts';
import { keyPaths } from '../columns/noun-columns.ts';
import type { Headings } from './read-headings.ts';
import {
  type FindingsList,
  type PartFields,
  placeOf,
  type ReadRow,
  type SpreadsheetRequest,
} from './sheet-reading.ts';

type Fields = Record<string, unknown>;

const schemas = { devices: deviceInputSchema, customers: customerInputSchema } as const;

/** What a row leaves out another one may say, or it is there already. */
const partSchemas = {
  customer: customerInputSchema.partial(),
  device: deviceInputSchema.partial(),
  user: userInputSchema.partial(),
} as const;
const parts = ['customer', 'device', 'user'] as const;

/** Reads one row after the other, and remembers what must not come twice in a file. */
export function createRowReader(
  { noun, reader, needsGroup }: SpreadsheetRequest,
  headings: Headings,
  findings: FindingsList,
) {
  const { known, places, isComplete } = headings;
  const uniqueIds = new Set<string>();
  const documents = new Set<string>();

  return (row: number, values: readonly CellValue[]): ReadRow => {
    let isWrong = !isComplete;
    const shown = shownIn(headings, values);
    const refuse = (column: string, code: ImportErrorCode) => {
      isWrong = true;
      findings.error({ ...placeOf(places, row, column, shown(column)), code });
    };

    const fields: Fields = {};
    for (const { column, index, unit } of known) {
      const { value, error } = readCell(column, values[index] ?? null, reader, unit);
      if (error) refuse(columnName(column), error);
      else if (value !== undefined) put(fields, column.path, value);
    }
    const { uniqueId, groupId: groupName, customerId: customerName, ...others } = fields;
    if (noun === 'customers' && needsGroup && groupName === undefined) refuse('groupId', 'group-required');
    if (typeof uniqueId === 'string') {
      if (uniqueIds.has(uniqueId)) refuse('uniqueId', 'twice-in-file');
      uniqueIds.add(uniqueId);
    }
    const document = noun === 'customers' ? readCustomerDocument(others) : undefined;
    if (document) {
      const at = placeOf(places, row, 'cpfCnpj', shown('cpfCnpj'));
      if (document.bare === '') refuse('cpfCnpj', 'invalid');
      else if (!document.agrees) findings.warning({ ...at, code: 'check-digits' });
      if (documents.has(document.bare)) findings.warning({ ...at, code: 'document-twice' });
      documents.add(document.bare);
    }
    const input = { ...others, ...(uniqueId === undefined ? {} : { uniqueId }) };
    if (!isWrong) checkAsTheApi(schemas[noun === 'devices' ? 'devices' : 'customers'], input, refuse);
    return {
      row,
      ...(isWrong ? {} : { input: input as NonNullable<ReadRow['input']> }),
      lookups: {
        ...(typeof uniqueId === 'string' && { uniqueId }),
        ...(document && { document: document.bare }),
        ...(typeof groupName === 'string' && { groupName }),
        ...(typeof customerName === 'string' && { customerName }),
      },
    };
  };
}

/**
 * Reads rows of which each may name a customer, a device and a user. What several rows say of one is put together once the
 * database was asked; a row is wrong by what its own cells say.
 */
export function createBaseRowReader(
  { reader }: SpreadsheetRequest,
  headings: Headings,
  findings: FindingsList,
) {
  const { known, places, isComplete } = headings;
  return (row: number, values: readonly CellValue[]): ReadRow => {
    let isWrong = !isComplete;
    const shown = shownIn(headings, values);
    const refuse = (column: string, code: ImportErrorCode) => {
      isWrong = true;
      findings.error({ ...placeOf(places, row, column, shown(column)), code });
    };
    const fields: Record<ImportPart, Record<string, string | number | boolean>> = {
      ...{ customer: {}, device: {}, user: {} },
    };
    for (const { column, index, unit } of known) {
      const { value, error } = readCell(column, values[index] ?? null, reader, unit);
      if (error) refuse(columnName(column), error);
      else if (value !== undefined && column.part) fields[column.part][column.path] = value;
    }
    const document = readCustomerDocument(fields.customer);
    if (document?.bare === '') refuse('customer.cpfCnpj', 'invalid');
    else if (document?.agrees === false) {
      const at = placeOf(places, row, 'customer.cpfCnpj', shown('customer.cpfCnpj'));
      findings.warning({ ...at, code: 'check-digits' });
    }
    const { uniqueId } = fields.device;
    const { email } = fields.user;
    const keys = { customer: document?.bare, device: uniqueId, user: String(email ?? '').toLowerCase() };
    const named = parts.filter((part) => Object.keys(fields[part]).length > 0);
    if (named.length === 0) refuse('device.uniqueId', 'required');
    for (const part of named) {
      // a customer may be named by his name, once his document was said
      const isFound = keys[part] || (part === 'customer' && fields.customer.name !== undefined);
      if (!isFound && !isWrong) refuse(`${part}.${keyPaths[part]}`, 'required');
      const input = inputOf(fields[part]);
      const check = (column: string, code: ImportErrorCode) => refuse(`${part}.${column}`, code);
      if (!isWrong) checkAsTheApi(partSchemas[part], input, check);
    }
    if (isWrong) return { row };
    const entries = named.map((part) => {
      const key = keys[part];
      return [part, { fields: fields[part], ...(key && { key: String(key) }) }] as const;
    });
    return { row, parts: Object.fromEntries(entries) };
  };
}

/** What a row holds in the column of this name. */
function shownIn({ known }: Headings, values: readonly CellValue[]): (column: string) => string {
  return (column) => {
    const place = known.find((one) => columnName(one.column) === column);
    return place ? cellText(values[place.index] ?? null) : '';
  };
}

/** Values by the path of their column as the API takes them; group and customer are names still, and left out. */
export function inputOf(fields: PartFields['fields']): Fields {
  const input: Fields = {};
  for (const [path, value] of Object.entries(fields)) {
    if (path !== 'groupId') put(input, path, value);
  }
  return input;
}

/** The last word has what checks a single creation, so that no row is saved that could not be typed into the form. */
function checkAsTheApi(
  schema: z.ZodType,
  input: Fields,
  refuse: (column: string, code: ImportErrorCode) => void,
) {
  const { error } = schema.safeParse(input);
  const columns = new Set(error?.issues.map(({ path }) => columnName({ path: path.join('.') })));
  for (const column of columns) refuse(column, 'invalid');
}

function put(fields: Fields, path: string, value: unknown): void {
  const [first = '', rest] = path.split('.', 2);
  if (rest === undefined) fields[first] = value;
  else fields[first] = { ...(fields[first] as Fields | undefined), [rest]: value };
}

interface CustomerDocument {
  /** As it is stored: letters and digits. */
  readonly bare: string;
  /** Whether its check digits do. */
  readonly agrees: boolean;
}

/**
 * The document of a row, whose type it settles where the row does not say one: eleven digits are a person's, fourteen
 * places a company's. Undefined where there is none.
 */
function readCustomerDocument(fields: Record<string, unknown>): CustomerDocument | undefined {
  const { cpfCnpj } = fields;
  if (typeof cpfCnpj !== 'string') return undefined;
  const bare = cpfCnpj.replaceAll(/[^a-z\d]/gi, '').toUpperCase();
  fields.type ??= bare.length > 11 ? 'J' : 'F';
  return { bare, agrees: isCustomerDocument(cpfCnpj, fields.type === 'J' ? 'J' : 'F') };
}
