/** The provider's values in the form in which they are compared: texts without needless blanks, null for nothing. */
import { externalText } from '../../platform/outbound/external-text.ts';
import type { FleetControlAccount, PageOfRows } from './provider/account-calls.ts';

const longest = 255;
const longestUniqueId = 128;

export type Remote = Readonly<Record<string, unknown>>;

/** Of a customer or device, in the form in which both sides are compared. */
export type Values = Readonly<Record<string, string | null>>;

export type RemoteKind = 'situation' | 'operator' | 'client' | 'vehicle' | 'tracker' | 'simCard';

export interface SeenRecord {
  readonly remoteId: number;
  readonly key: string;
  readonly plate?: string | null;
  readonly clientId?: number | null;
  readonly vehicleId?: number | null;
  readonly simCardId?: number | null;
  readonly operatorId?: number | null;
  readonly data: Remote;
}

/** A text or a number as text; blanks within it single. */
export function word(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = externalText(String(value), longest, []);
  return text === '' ? null : text;
}

export function digits(value: unknown): string | null {
  return word(word(value)?.replaceAll(/\D/g, ''));
}

/** A Brazilian telephone number without the country's prefix. */
export function phone(value: unknown): string | null {
  const all = digits(value);
  return all && /^55\d{10,11}$/.test(all) ? all.slice(2) : all;
}

/** Letters and digits in capitals: a plate, a document, a chassis. */
export function bareCode(value: unknown): string | null {
  return word(
    word(value)
      ?.replaceAll(/[^a-z0-9]/gi, '')
      .toUpperCase(),
  );
}

/** The first number in a value (`80`, `12,5km/L`), as text. */
export function figure(value: unknown): string | null {
  const found = /\d+(?:[.,]\d+)?/.exec(word(value) ?? '')?.[0];
  if (found === undefined) return null;
  const number = Math.round(Number(found.replace(',', '.')) * 10) / 10;
  return number > 0 ? String(number) : null;
}

/** Number of another thing there; 0 and nothing are none. */
export function reference(value: unknown): number | null {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

export function part(value: unknown): Remote {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Remote) : {};
}

export function parts(value: unknown): readonly Remote[] {
  return Array.isArray(value) ? value.map(part) : [];
}

/** A tracker's own number, which its packets carry: without blanks. */
export const serial = (value: unknown) => {
  const text = word(value)?.replaceAll(' ', '') ?? null;
  return text && text.length <= longestUniqueId ? text : null;
};

export const documentOf = (client: Remote) => bareCode(client.cnpJ_CPF ?? client.cnpj_cpf);
export const serialOf = (tracker: Remote) => serial(tracker.equipamento);

// The provider's records by their kind: how all of them are read, and what one of them is known by.

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
