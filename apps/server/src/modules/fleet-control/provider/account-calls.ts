/** Every call of the source (FLT-01), each by its method, its path and its parameters. */
import {
  Cliente,
  Rastreador,
  type RastreadorData,
  requireInstance,
  SIMCard,
  type SimCardData,
  Veiculo,
  type VeiculoData,
} from '@atalaia/contract/providers/fleet-control';
import type { FleetControlSettings } from '../../../platform/config/fleet-control-settings.ts';
import { providerPages } from '../../../platform/outbound/provider-pages.ts';
import { bareRow, isRow, listIn, type RowList } from './answer.ts';

// Pages of a list whose server may ignore what it is asked for.

const rowsPerPage = 100;

export interface PageOfRows {
  readonly rows: RowList['rows'];
  /** How many rows there are in all, where the provider says so. */
  readonly total: number | undefined;
  /** Where the next page begins; undefined after the last one. */
  readonly next: number | undefined;
  /**
   * Not everything came, or it cannot be known whether it did: fewer rows than it announced, some that are none, a list that
   * moved while it was read, or one that begins anew and never gave its length.
   */
  readonly isIncomplete: boolean;
}

/** No list is so long. */
const mostPages = 20_000;

/**
 * Asks page after page from `skip` on. It stops on a page that is short, on one that is over-long (the server ignores
 * `take`, and gave everything) and on one that holds nothing but rows that came before (it ignores `skip`). A page that
 * holds some of them shows that the list moved: the others are read, and so are the pages after it.
 */
async function* pagesOf(
  ask: (skip: number, take: number) => Promise<RowList>,
  skip = 0,
): AsyncGenerator<PageOfRows> {
  let count = skip;
  let firstTotal: number | undefined;
  let isBroken = false;
  const pages = providerPages({
    first: skip,
    idOf,
    mostPages,
    async ask(at: number) {
      const { rows, given, total } = await ask(at, rowsPerPage);
      // rows that nobody can tell apart may be the same ones again and again
      const hasMore = given === rowsPerPage && rows.some((row) => idOf(row) !== undefined);
      return { rows, total, isPartial: rows.length < given, next: hasMore ? at + given : undefined };
    },
  });
  for await (const { rows, total, isPartial, next, known, isRepeated, isCut } of pages) {
    count += rows.length;
    const hasMoved = firstTotal !== undefined && total !== undefined && firstTotal !== total;
    isBroken ||= hasMoved || (!isRepeated && (known > 0 || isPartial));
    firstTotal ??= total;
    const isShort = isCut || (firstTotal === undefined ? isRepeated : count < firstTotal);
    const isLast = next === undefined || isCut;
    yield { rows, total, next: isLast ? undefined : next, isIncomplete: isLast && (isBroken || isShort) };
  }
}

const idOf = ({ id }: RowList['rows'][number]) => (id === null || id === '' ? undefined : id);

export type FleetControlAccount = ReturnType<typeof accountCalls>;

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: object;
  /** It changes nothing, and may be asked twice. */
  readonly isReading?: boolean;
}

/** All throw `DeliveryFailed` and `ProviderFailed`. */
export function accountCalls(
  call: (ask: Ask) => Promise<unknown>,
  { updateMethod, listMethod }: Pick<FleetControlSettings, 'updateMethod' | 'listMethod'>,
  /** What an answer of any form says, for a person to read: in one line, without the account's secrets. */
  messageOf: (answer: string) => Promise<string | null>,
) {
  const list = async (ask: Ask) => listIn(await call({ ...ask, isReading: true }));
  /** Where nothing means an empty list: one of a few rows, or what a search found. */
  const listOrNone = async (ask: Ask) => listIn((await call({ ...ask, isReading: true })) ?? []);
  const one = async (ask: Ask) => {
    const data = await call({ ...ask, isReading: true });
    return isRow(data) && Object.keys(data).length > 0 ? bareRow(data) : undefined;
  };
  const write = async (method: string, path: string, body: object) => {
    await call({ method, path, body });
  };
  const inBody = (path: string) => (skip: number, take: number) =>
    list({
      method: listMethod,
      path,
      ...(listMethod === 'GET' ? { query: { skip, take } } : { body: { skip, take } }),
    });
  const findIn = (path: string, request: Readonly<Record<string, string | number | null | undefined>>) =>
    listOrNone({
      method: listMethod,
      path,
      ...(listMethod === 'GET' ? { query: request } : { body: request }),
    });

  return {
    messageOf,
    situations: (): Promise<RowList> => listOrNone({ path: 'ObterSituacaoCliente' }),
    clients: (skip?: number) =>
      pagesOf((from, take) => list({ path: 'ObterClientes', query: { skip: from, take } }), skip),
    findClients: (request: string) =>
      listOrNone({ path: 'ObterClientes', query: { skip: 0, take: 100, search: request } }),
    saveClient: async (client: Cliente) =>
      write('POST', 'Cliente/CadastrarOuAtualizar', requireInstance(Cliente, client).data),
    vehicles: (skip?: number) => pagesOf(inBody('Veiculo/ObterVeiculos'), skip),
    findVehicles: (request: Pick<VeiculoData, 'placa'>) => findIn('Veiculo/ObterVeiculos', request),
    typesAndBrands: () => call({ path: 'Veiculo/ObterTipoEMarca', isReading: true }),
    addVehicle: async (vehicle: Veiculo) =>
      write('POST', 'Veiculo/Incluir', requireInstance(Veiculo, vehicle).data),
    changeVehicle: async (vehicle: Veiculo) =>
      write(updateMethod, 'Veiculo/Atualizar', requireInstance(Veiculo, vehicle).data),
    trackers: (skip?: number) => pagesOf(inBody('Rastreador/ObterRastreadores'), skip),
    findTrackers: (request: Pick<RastreadorData, 'equipamento'>) =>
      findIn('Rastreador/ObterRastreadores', request),
    addTracker: async (tracker: Rastreador) =>
      write('POST', 'Rastreador/Incluir', requireInstance(Rastreador, tracker).data),
    changeTracker: async (tracker: Rastreador) =>
      write(updateMethod, 'Rastreador/Atualizar', requireInstance(Rastreador, tracker).data),
    operator: (operadoraId: number) => one({ path: 'Operadora/ObterPorId', query: { operadoraId } }),
    operators: (parcelaId?: number) =>
      listOrNone({ method: 'POST', path: 'Operadora/ObterOperadoras', query: { parcelaId } }),
    saveOperator: (id: number, descricao: string) =>
      write('POST', 'Operadora/CadastrarOuAtualizar', { id, descricao }),
    changeOperator: (id: number, descricao: string) =>
      write(updateMethod, 'Operadora/Atualizar', { id, descricao }),
    simCard: (simCardId: number) => one({ path: 'SIMCard/ObterPorId', query: { simCardId } }),
    simCards: (skip?: number) =>
      pagesOf(
        (from, take) => list({ method: 'POST', path: 'SIMCard/ObterSIMCards', query: { skip: from, take } }),
        skip,
      ),
    findSimCards: (request: Pick<SimCardData, 'numeroChip' | 'numeroLinha' | 'operadoraId'>) =>
      listOrNone({
        method: 'POST',
        path: 'SIMCard/ObterSIMCards',
        query: { ...request, skip: 0, take: 100 },
      }),
    saveSimCard: async (card: SIMCard) =>
      write('POST', 'SIMCard/CadastrarOuAtualizar', requireInstance(SIMCard, card).data),
    changeSimCard: async (card: SIMCard) =>
      write(updateMethod, 'SIMCard/Atualizar', requireInstance(SIMCard, card).data),
  };
}
