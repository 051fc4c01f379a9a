/** The fleet-control provider as a real HTTP server with its real manners (FLT-01). */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeResponse, type Requested, type Served, serve } from '../http/serve.ts';
import { goodManners, type Manners } from './manners.ts';
import { noRecords, type ProviderRecords, type Row } from './records.ts';

/** A list as the provider answers with it, by the manners it has today. */
function listAnswer(
  rows: readonly Row[],
  requested: { readonly skip: number; readonly take: number },
  manners: Manners,
) {
  const page =
    manners.ignoresPaging === 'gives-all'
      ? rows
      : manners.ignoresPaging === 'repeats'
        ? rows.slice(0, requested.take)
        : rows.slice(requested.skip, requested.skip + requested.take);
  const lista = manners.hasStrayBlanks ? page.map(withBlanks) : page;
  if (manners.givesBareLists) return lista;
  if (!manners.reportsTotals) return { lista };
  return { lista, sumario: { contador: rows.length + manners.overstatesBy } };
}

const blanked = ['equipamento', 'placa', 'marca', 'numeroChip', 'nome'];

function withBlanks(row: Row): Row {
  const changed = blanked.flatMap((name) =>
    typeof row[name] === 'string' ? [[name, ` ${row[name]}\t`]] : [],
  );
  return { ...row, complemento: ' ', ...Object.fromEntries(changed) };
}

export interface FakeFleetControl extends Pick<Served, 'url' | 'requested' | 'close'> {
  readonly held: ProviderRecords;
  readonly manners: Manners;
  /** Ends every token that was given out. */
  endTokens(): void;
  /** How many tokens were given out. */
  readonly tokensGiven: number;
}

export interface FakeOptions {
  readonly held?: ProviderRecords;
  readonly clientId?: string;
  readonly secretId?: string;
  readonly port?: number;
}

export async function startFleetControl({
  held = noRecords(),
  clientId = 'client-1',
  secretId = 'secret-1',
  port = 0,
}: FakeOptions = {}): Promise<FakeFleetControl> {
  const manners = goodManners();
  let given = 0;
  let token = '';

  const writes = writesOf(held);

  async function answer(requested: Requested): Promise<FakeResponse | undefined> {
    if (manners.hangs) return undefined;
    if (manners.delayMs > 0) await sleep(manners.delayMs);
    if (manners.isDown) return { status: 503, body: '<h1>503 Service Temporarily Unavailable</h1>' };
    manners.meanwhile(requested);
    if (requested.path in manners.answers) return { status: 200, body: manners.answers[requested.path] };
    if (requested.path === '/Account/Token') {
      const isKnown =
        requested.query.get('clientId') === clientId && requested.query.get('secretId') === secretId;
      if (!isKnown) {
        const secret = manners.echoesSecrets ? ` (secretId ${requested.query.get('secretId')})` : '';
        const errorMessage = `Credenciais inválidas${secret}`;
        return { status: 200, body: { data: null, errorMessage, message: null } };
      }
      given += 1;
      token = `token-${given}-${Math.random().toString(36).slice(2)}`;
      return { status: 200, body: { data: { token }, errorMessage: null, message: null } };
    }
    if (token === '' || requested.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { data: null, errorMessage: 'Token expirado', message: null } };
    }
    const status = manners.statuses[requested.path];
    if (status) return { status, body: { data: null, errorMessage: 'Recusado', message: null } };
    const rows = writes[`${requested.method} ${requested.path}`];
    if (rows) return write(manners, rows, requested.path, requested.body);
    const data = read(held, manners, requested);
    if (data === undefined) return { status: 404, body: { data: null, errorMessage: 'Rota desconhecida' } };
    return { status: 200, body: { data, errorMessage: null, message: null } };
  }

  const served = await serve(answer, port);
  return {
    url: served.url,
    requested: served.requested,
    close: served.close,
    held,
    manners,
    endTokens: () => {
      token = '';
    },
    get tokensGiven() {
      return given;
    },
  };
}

/** The rows that each writing call changes. */
const writesOf = (held: ProviderRecords): Readonly<Record<string, Row[]>> => ({
  'POST /Cliente/CadastrarOuAtualizar': held.clients,
  'POST /Veiculo/Incluir': held.vehicles,
  'PUT /Veiculo/Atualizar': held.vehicles,
  'POST /Rastreador/Incluir': held.trackers,
  'PUT /Rastreador/Atualizar': held.trackers,
  'POST /Operadora/CadastrarOuAtualizar': held.operators,
  'PUT /Operadora/Atualizar': held.operators,
  'POST /SIMCard/CadastrarOuAtualizar': held.simCards,
  'PUT /SIMCard/Atualizar': held.simCards,
});

/** What a list or a look-up answers; undefined for an unknown address. */
function read(held: ProviderRecords, manners: Manners, { method, path, query, body }: Requested): unknown {
  const filter = {
    ...Object.fromEntries(query),
    ...(body ? (JSON.parse(body) as Record<string, unknown>) : {}),
  };
  const page = { skip: Number(filter.skip ?? 0), take: Number(filter.take ?? 100) };
  const fitting = (rows: readonly Row[], ...names: string[]) =>
    rows.filter((row) =>
      names.every((name) => filter[name] === undefined || String(row[name]) === String(filter[name])),
    );
  switch (`${method} ${path}`) {
    case 'GET /ObterSituacaoCliente':
      return held.situations;
    case 'GET /ObterClientes': {
      const search = String(filter.search ?? '').toLowerCase();
      const bare = search.replaceAll(/[^a-z0-9]/g, '');
      const found = held.clients.filter(
        ({ nome, cnpJ_CPF }) =>
          search === '' ||
          String(nome).toLowerCase().includes(search) ||
          (bare !== '' &&
            String(cnpJ_CPF)
              .toLowerCase()
              .replaceAll(/[^a-z0-9]/g, '')
              .includes(bare)),
      );
      return listAnswer(found, page, manners);
    }
    case 'GET /Veiculo/ObterVeiculos':
    case 'POST /Veiculo/ObterVeiculos':
      return listAnswer(fitting(held.vehicles, 'placa'), page, manners);
    case 'GET /Veiculo/ObterTipoEMarca':
      return { tipos: ['Automóvel', 'Caminhão', 'Motocicleta'], marcas: ['Fiat ', 'Ford', 'Chevrolet '] };
    case 'GET /Rastreador/ObterRastreadores':
    case 'POST /Rastreador/ObterRastreadores':
      return listAnswer(fitting(held.trackers, 'equipamento'), page, manners);
    case 'GET /Operadora/ObterPorId':
      return held.operators.find(({ id }) => id === Number(filter.operadoraId)) ?? null;
    case 'POST /Operadora/ObterOperadoras':
      return held.operators;
    case 'GET /SIMCard/ObterPorId':
      return held.simCards.find(({ id }) => id === Number(filter.simCardId)) ?? null;
    case 'POST /SIMCard/ObterSIMCards':
      return listAnswer(fitting(held.simCards, 'numeroChip', 'numeroLinha', 'operadoraId'), page, manners);
    default:
      return undefined;
  }
}

function write(manners: Manners, rows: Row[], path: string, body: string): FakeResponse {
  const { id, ...values } = JSON.parse(body) as Row;
  const errorMessage = manners.refuses[path];
  if (errorMessage) return { status: 200, body: { data: null, errorMessage, message: null } };
  if (manners.forgets.has(path)) return { status: 200, body: { data: { id }, errorMessage: null } };
  const existing = rows.find((row) => row.id === id && id > 0);
  const made: Row = { id: 1 + Math.max(0, ...rows.map((row) => row.id)), ...values };
  if (existing) Object.assign(existing, values);
  else rows.push(made);
  return {
    status: 200,
    body: { data: { id: (existing ?? made).id }, errorMessage: null, message: 'Salvo' },
  };
}
