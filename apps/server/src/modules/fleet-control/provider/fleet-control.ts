/** Every call of the fleet-control provider (FLT-01), for the account of one person at a time. */
import { createHash } from 'node:crypto';
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
import { LRUCache } from 'lru-cache';
import { DeliveryFailed } from '../../../errors/delivery-failed.ts';
import { FleetControlFailed } from '../../../errors/fleet-control-failed.ts';
import type { FleetControlSettings } from '../../../platform/config/fleet-control-settings.ts';
import { createOutbound, type OutboundCall } from '../../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';
import { anyWordsIn, dataIn, listIn, type RowList, wordsIn } from './answer.ts';
import { bareRow, isRow, type Row } from './bare-row.ts';
import { type PageOfRows, pagesOf } from './paging.ts';
import { createTokenHolder, type TokenHolder } from './token.ts';

export interface FleetControlCredentials {
  readonly clientId: string;
  readonly secretId: string;
}

export interface FleetControl {
  readonly isSetUp: boolean;
  /** What is asked ends with the signal. Throws `DeliveryFailed` and `FleetControlFailed`. */
  connect(credentials: FleetControlCredentials, signal: AbortSignal): FleetControlAccount;
}

type Pages = AsyncGenerator<PageOfRows>;

export interface FleetControlAccount {
  /** What an answer of any form says, for a person to read: in one line, without the account's secrets. */
  wordsOf(answer: string): Promise<string | null>;
  situations(): Promise<RowList>;
  clients(skip?: number): Pages;
  findClients(search: string): Promise<RowList>;
  saveClient(client: Cliente): Promise<void>;
  vehicles(skip?: number): Pages;
  findVehicles(request: Pick<VeiculoData, 'placa'>): Promise<RowList>;
  typesAndBrands(): Promise<unknown>;
  addVehicle(vehicle: Veiculo): Promise<void>;
  changeVehicle(vehicle: Veiculo): Promise<void>;
  trackers(skip?: number): Pages;
  findTrackers(request: Pick<RastreadorData, 'equipamento'>): Promise<RowList>;
  addTracker(tracker: Rastreador): Promise<void>;
  changeTracker(tracker: Rastreador): Promise<void>;
  operator(id: number): Promise<Row | undefined>;
  operators(parcelaId?: number): Promise<RowList>;
  saveOperator(id: number, descricao: string): Promise<void>;
  changeOperator(id: number, descricao: string): Promise<void>;
  simCard(id: number): Promise<Row | undefined>;
  simCards(skip?: number): Pages;
  findSimCards(request: Pick<SimCardData, 'numeroChip' | 'numeroLinha' | 'operadoraId'>): Promise<RowList>;
  saveSimCard(card: SIMCard): Promise<void>;
  changeSimCard(card: SIMCard): Promise<void>;
}

export interface FleetControlParts {
  readonly settings: FleetControlSettings;
  readonly metrics: OutboundMetrics;
  readonly mostAnswerBytes?: number;
}

/** A server that ignores paging gives everything at once: twenty thousand clients are some 12 MB. */
const commonMostAnswerBytes = 64 * 1024 * 1024;
const mostAccounts = 1000;

interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | null | undefined>>;
  readonly body?: object;
  /** It changes nothing, and may be asked twice. */
  readonly isReading?: boolean;
}

export function createFleetControl({
  settings,
  metrics,
  mostAnswerBytes = commonMostAnswerBytes,
}: FleetControlParts): FleetControl {
  const { url: base, timeoutMs } = settings;
  const outbound = createOutbound({ service: 'fleet-control', metrics, timeoutMs, mostAnswerBytes });
  const tokens = new LRUCache<string, TokenHolder>({ max: mostAccounts });

  async function send(
    { method = 'GET', path, query = {}, body, isReading }: Ask,
    secrets: readonly string[],
    more: Partial<OutboundCall> = {},
  ) {
    if (base === undefined) throw new DeliveryFailed('no provider is set up', { certainlyNotSent: true });
    const url = new URL(`${base}/${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null && value !== '') url.searchParams.set(name, String(value));
    }
    const headers = {
      accept: 'application/json',
      'user-agent': 'Atalaia',
      ...(body && { 'content-type': 'application/json' }),
      ...more.headers,
    };
    const { text } = await outbound({
      ...more,
      url,
      method,
      headers,
      isRepeatable: isReading ?? false,
      ...(body && { body: JSON.stringify(body) }),
    }).catch(endlessIsUnreadable);
    return dataIn(text, secrets);
  }

  function tokenOf({ clientId, secretId }: FleetControlCredentials): TokenHolder {
    const key = createHash('sha256')
      .update(JSON.stringify([clientId, secretId]))
      .digest('base64url');
    const known = tokens.get(key);
    if (known) return known;
    const holder = createTokenHolder(() =>
      send({ path: 'Account/Token', query: { clientId, secretId }, isReading: true }, [secretId]).catch(
        (error) => credentialsRefused(error, [secretId]),
      ),
    );
    tokens.set(key, holder);
    return holder;
  }

  return {
    isSetUp: base !== undefined,

    connect(credentials, signal) {
      const holder = tokenOf(credentials);
      let secrets: readonly string[] = [credentials.secretId];

      /** With the token in force; one that is refused is renewed once. */
      async function call(ask: Ask, isSecond = false): Promise<unknown> {
        const token = await holder.current();
        signal.throwIfAborted();
        secrets = [credentials.secretId, token];
        try {
          return await send(ask, secrets, { headers: { authorization: `Bearer ${token}` }, signal });
        } catch (error) {
          if (!(error instanceof DeliveryFailed) || error.status === undefined || !error.isLasting)
            throw error;
          if (error.status !== 401)
            throw new FleetControlFailed('refused', await wordsIn(error.answer, secrets), error);
          holder.refused(token);
          if (isSecond)
            throw new FleetControlFailed('credentialsRefused', await wordsIn(error.answer, secrets), error);
          return call(ask, true);
        }
      }

      return accountCalls(call, settings, (answer) => anyWordsIn(answer, secrets));
    },
  };
}

/** The calls of the source, each by its method, its path and its parameters. */
function accountCalls(
  call: (ask: Ask) => Promise<unknown>,
  { updateMethod, listMethod }: Pick<FleetControlSettings, 'updateMethod' | 'listMethod'>,
  wordsOf: FleetControlAccount['wordsOf'],
): FleetControlAccount {
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
    wordsOf,
    situations: () => listOrNone({ path: 'ObterSituacaoCliente' }),
    clients: (skip) =>
      pagesOf((from, take) => list({ path: 'ObterClientes', query: { skip: from, take } }), skip),
    findClients: (request) =>
      listOrNone({ path: 'ObterClientes', query: { skip: 0, take: 100, search: request } }),
    saveClient: async (client) =>
      write('POST', 'Cliente/CadastrarOuAtualizar', requireInstance(Cliente, client).data),
    vehicles: (skip) => pagesOf(inBody('Veiculo/ObterVeiculos'), skip),
    findVehicles: (request) => findIn('Veiculo/ObterVeiculos', request),
    typesAndBrands: () => call({ path: 'Veiculo/ObterTipoEMarca', isReading: true }),
    addVehicle: async (vehicle) => write('POST', 'Veiculo/Incluir', requireInstance(Veiculo, vehicle).data),
    changeVehicle: async (vehicle) =>
      write(updateMethod, 'Veiculo/Atualizar', requireInstance(Veiculo, vehicle).data),
    trackers: (skip) => pagesOf(inBody('Rastreador/ObterRastreadores'), skip),
    findTrackers: (request) => findIn('Rastreador/ObterRastreadores', request),
    addTracker: async (tracker) =>
      write('POST', 'Rastreador/Incluir', requireInstance(Rastreador, tracker).data),
    changeTracker: async (tracker) =>
      write(updateMethod, 'Rastreador/Atualizar', requireInstance(Rastreador, tracker).data),
    operator: (operadoraId) => one({ path: 'Operadora/ObterPorId', query: { operadoraId } }),
    operators: (parcelaId) =>
      listOrNone({ method: 'POST', path: 'Operadora/ObterOperadoras', query: { parcelaId } }),
    saveOperator: (id, descricao) => write('POST', 'Operadora/CadastrarOuAtualizar', { id, descricao }),
    changeOperator: (id, descricao) => write(updateMethod, 'Operadora/Atualizar', { id, descricao }),
    simCard: (simCardId) => one({ path: 'SIMCard/ObterPorId', query: { simCardId } }),
    simCards: (skip) =>
      pagesOf(
        (from, take) => list({ method: 'POST', path: 'SIMCard/ObterSIMCards', query: { skip: from, take } }),
        skip,
      ),
    findSimCards: (request) =>
      listOrNone({
        method: 'POST',
        path: 'SIMCard/ObterSIMCards',
        query: { ...request, skip: 0, take: 100 },
      }),
    saveSimCard: async (card) =>
      write('POST', 'SIMCard/CadastrarOuAtualizar', requireInstance(SIMCard, card).data),
    changeSimCard: async (card) =>
      write(updateMethod, 'SIMCard/Atualizar', requireInstance(SIMCard, card).data),
  };
}

/** Whatever the provider says no with when it is asked for a token, it is the account that it refuses. */
async function credentialsRefused(error: unknown, secrets: readonly string[]): Promise<never> {
  if (error instanceof FleetControlFailed && error.code === 'refused') {
    throw new FleetControlFailed('credentialsRefused', error.said, error);
  }
  if (error instanceof DeliveryFailed && error.isLasting && error.status !== undefined) {
    throw new FleetControlFailed('credentialsRefused', await wordsIn(error.answer, secrets), error);
  }
  throw error;
}

/** An answer that came with a good status and never ended is no refusal: nothing was said. */
function endlessIsUnreadable(error: unknown): never {
  if (
    error instanceof DeliveryFailed &&
    error.isLasting &&
    error.status !== undefined &&
    error.status < 300
  ) {
    throw new FleetControlFailed('unreadable', null, error);
  }
  throw error;
}
