/**
 * A payment provider as they are in the field: customers by pages whose next one is a relative path, refusals by field,
 * and every bad manner that has been met. What it holds and how it behaves may be changed while it runs.
 */
import { type FakeResponse, type Requested, type Served, serve } from '../http/serve.ts';

/** What a provider finds wrong with a customer or a seller: `{ field: [messages] }`, in its own Portuguese. */

type Given = Readonly<Record<string, unknown>>;

const required = ['email', 'cpf_cnpj', 'phone_number', 'postal_code', 'street', 'number', 'city', 'state'];
const longestDescriptor = 16;

function fieldFaults(given: Given, others: readonly Given[]): Record<string, string[]> | undefined {
  const faults: Record<string, string[]> = {};
  const say = (field: string, message: string) => {
    faults[field] = [...(faults[field] ?? []), message];
  };
  for (const field of required) if (!textOf(given[field])) say(field, 'Este campo é obrigatório.');
  if (textOf(given.email) && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(textOf(given.email))) {
    say('email', 'Informe um e-mail válido.');
  }
  if (textOf(given.phone_number) && !/^\d{10,11}$/.test(textOf(given.phone_number))) {
    say('phone_number', 'O telefone deve ter DDD e 8 ou 9 dígitos.');
  }
  if (textOf(given.postal_code) && !/^\d{8}$/.test(textOf(given.postal_code))) {
    say('postal_code', 'O CEP deve ter 8 dígitos.');
  }
  const taken = others.some((other) => textOf(other.cpf_cnpj) === textOf(given.cpf_cnpj));
  if (taken) say('cpf_cnpj', 'Já existe um cliente com este CPF/CNPJ.');
  if (textOf(given.statement_descriptor).length > longestDescriptor) {
    say('statement_descriptor', `No máximo ${longestDescriptor} caracteres.`);
  }
  return Object.keys(faults).length > 0 ? faults : undefined;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

export interface StoredCustomer {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** Each is off unless it is set. */
export interface PaymentManners {
  /** Nothing is answered, ever. */
  hangs?: boolean;
  /** Milliseconds before every answer. */
  slowMs?: number;
  /** Every answer is this status with a page of HTML, as from a proxy before a server that is down. */
  down?: number;
  /** The key is not taken from then on. */
  refusesKey?: boolean;
  /** `meta.next` is the page that was just read, for ever. */
  repeatsPages?: boolean;
  /** `meta.next` leads to another host. */
  nextElsewhere?: string;
  /** Writes answer as they should, and nothing is kept. */
  savesNothing?: boolean;
  /** Writes are kept, and the answer is lost on the way. */
  losesAnswers?: boolean;
  /** A new customer is answered with an empty body and its address in `Location`. */
  answersEmpty?: boolean;
  /** Every write is refused with words that repeat the key. */
  repeatsKey?: boolean;
  /** 200 with `errorcode` in the body. */
  errorCode?: string;
  /** Every write is answered with this, and nothing is kept; a text is sent as it is. */
  answersWrites?: { readonly status: number; readonly body: unknown };
  /** Only this key is taken: the one before was renewed. */
  renewedKey?: string;
  /** These fields are answered empty, whatever was sent. */
  empties?: readonly string[];
  /** These fields of a change are not taken over. */
  ignores?: readonly string[];
  /** The page from this customer on comes without its rows. */
  emptyPageFrom?: number;
  /** Each page has a row more, without a number. */
  rowsWithoutId?: boolean;
  /** There is always another page, of new customers. */
  endless?: boolean;
  /** Kept texts come back with blanks around them and in capitals. */
  strayBlanks?: boolean;
}

export interface PaymentProviderOptions {
  readonly port?: number;
  /** As `Authorization` must read. */
  readonly authorization?: string;
  readonly customers?: readonly Readonly<Record<string, unknown>>[];
  /** In a page at most, whatever is requested. */
  readonly mostAPage?: number;
}

export interface PaymentProvider extends Pick<Served, 'requested' | 'close'> {
  /** Root of its API, with a slash at its end. */
  readonly url: string;
  readonly key: string;
  /** What it keeps, by id. */
  readonly customers: ReadonlyMap<number, StoredCustomer>;
  readonly sellers: readonly Readonly<Record<string, unknown>>[];
  readonly manners: PaymentManners;
  /** Good manners again. */
  behave(): void;
  hold(customer: Readonly<Record<string, unknown>>): StoredCustomer;
  drop(id: number): void;
}

const root = '/api/v1/';
const key = 'stand-in:0123456789abcdef';

/** The customers that a provider keeps, and how it reads and writes them with these manners. */
function createCustomers(manners: PaymentManners, mostAPage: number) {
  const customers = new Map<number, StoredCustomer>();
  let lastId = 0;

  function hold(given: Readonly<Record<string, unknown>>, id = ++lastId): StoredCustomer {
    const now = new Date().toISOString();
    const created = customers.get(id)?.created_at ?? now;
    const held = {
      ...given,
      id,
      resource_uri: `${root}customers/${id}/`,
      created_at: created,
      updated_at: now,
    };
    customers.set(id, held);
    return held;
  }

  const shownValue = (name: string, value: unknown): unknown => {
    if (manners.empties?.includes(name)) return null;
    const isStray = manners.strayBlanks && typeof value === 'string' && name !== 'resource_uri';
    return isStray ? ` ${value.toUpperCase()} ` : value;
  };
  const shown = (customer: StoredCustomer) =>
    Object.fromEntries(Object.entries(customer).map(([name, value]) => [name, shownValue(name, value)]));

  function page({ query }: Requested): FakeResponse {
    const limit = Math.min(Number(query.get('limit') ?? 20), mostAPage);
    const offset = Number(query.get('offset') ?? 0);
    if (manners.endless) {
      const objects = Array.from({ length: limit }, (_, at) => ({ id: 1_000_000 + offset + at }));
      const next = `${root}customers/?limit=${limit}&offset=${offset + limit}`;
      return { status: 200, body: { meta: { next }, objects } };
    }
    const all = [...customers.values()];
    const after = offset + limit;
    const path = (from: number) => `${root}customers/?limit=${limit}&offset=${from}`;
    const more = after < all.length ? `${manners.nextElsewhere ?? ''}${path(after)}` : null;
    const next = manners.repeatsPages ? path(offset) : more;
    const objects: unknown[] = manners.emptyPageFrom === offset ? [] : all.slice(offset, after).map(shown);
    if (manners.rowsWithoutId) objects.unshift({ id: null, full_name: 'Without a number' });
    return { status: 200, body: { meta: { limit, offset, next, total_count: all.length }, objects } };
  }

  /** What a change does not touch. */
  function retained(held: StoredCustomer): Record<string, unknown> {
    return Object.fromEntries((manners.ignores ?? []).map((name) => [name, held[name]]));
  }

  function write(requested: Requested, id: number | undefined): FakeResponse | undefined {
    const body = parsed(requested.body);
    const before = id === undefined ? undefined : customers.get(id);
    const given = before ? { ...body, ...retained(before) } : body;
    if (manners.answersWrites) return manners.answersWrites;
    if (manners.repeatsKey) return { status: 400, body: { detail: `not for ${key}`, email: [`${key}?`] } };
    const faults = fieldFaults(
      given,
      [...customers.values()].filter((one) => one.id !== id),
    );
    if (faults) return { status: 400, body: faults };
    const isNew = id === undefined;
    const held = manners.savesNothing
      ? { ...given, id: id ?? lastId + 1, resource_uri: `${root}customers/${id ?? lastId + 1}/` }
      : hold(given, id);
    if (manners.losesAnswers) return undefined;
    const headers = { location: String(held.resource_uri) };
    if (manners.answersEmpty) return { status: isNew ? 201 : 204, ...(isNew ? { headers } : {}) };
    return { status: isNew ? 201 : 200, body: shown(held as StoredCustomer), headers };
  }

  return { customers, hold, shown, page, write };
}

export async function startPaymentProvider({
  port = 0,
  authorization = `ApiKey ${key}`,
  customers: first = [],
  mostAPage = 100,
}: PaymentProviderOptions = {}): Promise<PaymentProvider> {
  const manners: PaymentManners = {};
  const { customers, hold, shown, page, write } = createCustomers(manners, mostAPage);
  for (const customer of first) hold(customer);
  const sellers: Record<string, unknown>[] = [];

  async function answer(requested: Requested): Promise<FakeResponse | undefined> {
    if (manners.hangs) return undefined;
    if (manners.slowMs) await new Promise((resolve) => setTimeout(resolve, manners.slowMs));
    if (manners.down) return { status: manners.down, body: '<html><h1>Bad Gateway</h1></html>' };
    const taken = manners.renewedKey === undefined ? authorization : `ApiKey ${manners.renewedKey}`;
    if (manners.refusesKey || requested.headers.authorization !== taken) {
      return { status: 401, body: { detail: 'Invalid API key' } };
    }
    if (manners.errorCode)
      return { status: 200, body: { errorcode: manners.errorCode, message: 'try later' } };
    const { method } = requested;
    if (requested.path === `${root}sellers/` && method === 'POST') {
      const seller = parsed(requested.body);
      const faults = fieldFaults(seller, []);
      if (faults) return { status: 400, body: faults };
      sellers.push(seller);
      if (manners.losesAnswers) return undefined;
      return { status: 201, body: { id: sellers.length, email: seller.email } };
    }
    if (requested.path === `${root}customers/`) {
      if (method === 'GET') return page(requested);
      if (method === 'POST') return write(requested, undefined);
    }
    const id = Number(/^\/api\/v1\/customers\/(\d+)\/?$/.exec(requested.path)?.[1] ?? Number.NaN);
    const found = customers.get(id);
    if (!found) return { status: 404, body: { detail: 'Not found.' } };
    if (method === 'GET') return { status: 200, body: shown(found) };
    if (method === 'PUT' || method === 'PATCH' || method === 'POST') return write(requested, id);
    return { status: 405, body: { detail: 'Method not allowed.' } };
  }

  const { url, requested, close } = await serve(answer, port);
  return {
    url: `${url}${root}`,
    key,
    requested,
    close,
    customers,
    sellers,
    manners,
    behave() {
      for (const name of Object.keys(manners)) delete manners[name as keyof PaymentManners];
    },
    hold: (customer) => hold(customer),
    drop: (id) => void customers.delete(id),
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
