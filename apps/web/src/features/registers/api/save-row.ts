import type { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';

/** Where rows of a noun are read and written. */
export interface RowPlace<Row> {
  /** Below the API's root. */
  readonly path: string;
  readonly schema: z.ZodType<Row>;
}

/** A row as it stands, with the revision a change of it is meant for. */
export interface StandingRow<Row> {
  readonly row: Row;
  readonly revision: string | undefined;
}

export async function readRow<Row>(
  api: ApiClient,
  { path, schema }: RowPlace<Row>,
  id: number | string,
  signal?: AbortSignal,
): Promise<StandingRow<Row>> {
  const { body, headers } = await api.answer({ path: `${path}/${id}`, signal }, schema);
  return { row: body, revision: headers.get('etag') ?? undefined };
}

/** Makes a row, or changes the one that stands; answers it as it is then. */
export function saveRow<Row extends { readonly id: number | string }>(
  api: ApiClient,
  { path, schema }: RowPlace<Row>,
  standing: StandingRow<Row> | undefined,
  input: object,
): Promise<Row> {
  if (!standing) return api.json({ method: 'POST', path, json: input }, schema);
  const { row, revision } = standing;
  return api.json(
    { method: 'PUT', path: `${path}/${row.id}`, json: { id: row.id, ...input }, ifMatch: revision },
    schema,
  );
}

export function removeRow(api: ApiClient, path: string, id: number | string): Promise<void> {
  return api.send({ method: 'DELETE', path: `${path}/${id}` });
}
