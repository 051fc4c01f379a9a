import { type Dependents, dependentsSchema, type RemovalQuery } from '@atalaia/contract/dependents';
import type { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';

/** Where rows of a noun are read and written. */
export interface RowPlace<Row> {
  /** Below the API's root. */
  readonly path: string;
  readonly schema: z.ZodType<Row>;
}

/** A row as stored, with the revision a change of it is meant for. */
export interface StoredRow<Row> {
  readonly row: Row;
  readonly revision: string | undefined;
}

export async function readRow<Row>(
  api: ApiClient,
  { path, schema }: RowPlace<Row>,
  id: number | string,
  signal?: AbortSignal,
): Promise<StoredRow<Row>> {
  const { body, headers } = await api.answer({ path: `${path}/${id}`, signal }, schema);
  return { row: body, revision: headers.get('etag') ?? undefined };
}

/** Makes a row, or changes the stored one; answers it as it is then. */
export function saveRow<Row extends { readonly id: number | string }>(
  api: ApiWriter,
  { path, schema }: RowPlace<Row>,
  stored: StoredRow<Row> | undefined,
  input: object,
): Promise<Row> {
  if (!stored) return api.json({ method: 'POST', path, json: input }, schema);
  const { row, revision } = stored;
  return api.json(
    { method: 'PUT', path: `${path}/${row.id}`, json: { id: row.id, ...input }, ifMatch: revision },
    schema,
  );
}

/** What hangs on a row, and would be touched by its removal. */
export function readDependents(
  api: ApiClient,
  path: string,
  id: number,
  signal: AbortSignal,
): Promise<Dependents> {
  return api.json({ path: `${path}/${id}/dependents`, signal }, dependentsSchema);
}

/** `removal` says what was seen to hang on it, and what becomes of that. */
export function removeRow(api: ApiWriter, path: string, id: number, removal?: RemovalQuery): Promise<void> {
  return api.send({ method: 'DELETE', path: `${path}/${id}`, query: { ...removal } });
}
