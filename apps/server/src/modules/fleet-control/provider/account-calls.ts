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
import { bareRow, isRow, listIn, type RowList } from './answer.ts';
import { pagesOf } from './paging.ts';

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
