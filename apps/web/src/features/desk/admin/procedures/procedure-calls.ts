/** What is asked of procedures and done with them. */
import {
  type Procedure,
  type ProcedureStep,
  type ProcedureUse,
  procedureDetailSchema,
  procedureSchema,
  procedureVersionDetailSchema,
  procedureVersionSchema,
} from '@atalaia/contract/desk/procedure';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../../../lib/api/api-client.ts';

export const proceduresKey = ['procedures'] as const;

export const listProcedures = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'procedures', signal }, z.array(procedureSchema));

export const readProcedure = (api: ApiClient, id: number, signal: AbortSignal) =>
  api.json({ path: `procedures/${id}`, signal }, procedureDetailSchema);

export const listVersions = (api: ApiClient, id: number, signal: AbortSignal) =>
  api.json({ path: `procedures/${id}/versions`, signal }, z.array(procedureVersionSchema));

export const readVersion = (api: ApiClient, id: number, number: number, signal: AbortSignal) =>
  api.json({ path: `procedures/${id}/versions/${number}`, signal }, procedureVersionDetailSchema);

export interface Written {
  /** 0 for a new one. */
  readonly id: number;
  readonly version: number;
  readonly name: string;
  readonly use: ProcedureUse;
  readonly steps: readonly ProcedureStep[];
  readonly publish: boolean;
}

export const saveProcedure = (api: ApiWriter, { id, version, use, ...body }: Written) =>
  id === 0
    ? api.json({ method: 'POST', path: 'procedures', json: { ...body, use } }, procedureDetailSchema)
    : api.json(
        { method: 'PUT', path: `procedures/${id}`, json: { ...body, version } },
        procedureDetailSchema,
      );

export const publishVersion = (api: ApiWriter, { id, publishedVersion }: Procedure, number: number) =>
  api.json(
    { method: 'POST', path: `procedures/${id}/publish`, json: { number, published: publishedVersion } },
    procedureDetailSchema,
  );

export const archiveProcedure = (api: ApiWriter, id: number) =>
  api.send({ method: 'DELETE', path: `procedures/${id}` });
