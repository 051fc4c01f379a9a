/** The provider's records by their kind: how all of them are read, and what one of them is known by. */
import { documentOf, serialOf } from './fields.ts';
import type { FleetControlAccount } from './provider/fleet-control.ts';
import type { PageOfRows } from './provider/paging.ts';
import type { RemoteKind, SeenRecord } from './remote-records-queries.ts';
import { bareCode, digits, type Remote, reference, word } from './remote-values.ts';

type Pages = AsyncGenerator<PageOfRows>;

interface RecordKind {
  pages(account: FleetControlAccount, skip: number): Pages;
  /** All of a record but its number and content. */
  keysOf(row: Remote): Omit<SeenRecord, 'remoteId' | 'data'>;
}

const described = (row: Remote) => ({ key: word(row.descricao)?.toLowerCase() ?? '' });

export const recordKinds: Readonly<Record<RemoteKind, RecordKind>> = {
  situation: { pages: (account) => onePage(account.situations()), keysOf: described },
  operator: { pages: (account) => onePage(account.operators()), keysOf: described },
  client: {
    pages: (account, skip) => account.clients(skip),
    // of a client it is the situation that is referred to
    keysOf: (row) => ({ key: documentOf(row) ?? '', clientId: reference(row.situacaoClienteId) }),
  },
  vehicle: {
    pages: (account, skip) => account.vehicles(skip),
    keysOf: (row) => ({ key: bareCode(row.placa) ?? '', clientId: reference(row.clienteId) }),
  },
  tracker: {
    pages: (account, skip) => account.trackers(skip),
    keysOf: (row) => ({
      key: serialOf(row) ?? '',
      plate: bareCode(row.placa),
      vehicleId: reference(row.veiculoId),
      simCardId: reference(row.simCardId),
    }),
  },
  simCard: {
    pages: (account, skip) => account.simCards(skip),
    keysOf: (row) => ({ key: digits(row.numeroChip) ?? '', operatorId: reference(row.operadoraId) }),
  },
};

export const keyOf = (kind: RemoteKind, row: Remote) => recordKinds[kind].keysOf(row).key;

/** Undefined for a row without a number, which cannot be told apart from others. */
export function recordOf(kind: RemoteKind, row: Remote): SeenRecord | undefined {
  const remoteId = reference(row.id);
  return remoteId === null ? undefined : { ...recordKinds[kind].keysOf(row), remoteId, data: row };
}

async function* onePage(list: ReturnType<FleetControlAccount['situations']>): Pages {
  const { rows, given, total } = await list;
  yield { rows, total, next: undefined, isIncomplete: rows.length < given };
}
