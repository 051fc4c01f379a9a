/** The API of the card payment and billing provider: every call of it (PAY-01). The key goes into the header and nowhere else. */
import type { PaymentCustomerInput, PaymentSellerInput } from '@atalaia/contract/providers/payment-provider';
import type { z } from 'zod';
import { DeliveryFailed, ProviderFailed } from '../../../errors/outbound-errors.ts';
import type { PaymentSettings } from '../../../platform/config/payment-settings.ts';
import { externalText } from '../../../platform/outbound/external-text.ts';
import { createOutbound, type OutboundAnswer } from '../../../platform/outbound/outbound.ts';
import type { OutboundMetrics } from '../../../platform/outbound/outbound-metrics.ts';
import { providerPages } from '../../../platform/outbound/provider-pages.ts';
import {
  type CustomerAnswer,
  customerAnswerSchema,
  differingFields,
  isFailureAnswer,
  jsonIn,
  pageAnswerSchema,
  providerIdSchema,
  refusalIn,
} from './payment-answers.ts';

export interface CustomersPage {
  readonly customers: readonly CustomerAnswer[];
  /** Rows that make no sense, such as one without a number. */
  readonly unreadable: number;
  /** There is more, which is not read. */
  readonly isCut: boolean;
}

export interface Payments {
  readonly isSetUp: boolean;
  /** Root of its API; '' where none is set up. */
  readonly url: string;
  /** Page of a customer in the provider's own panel. */
  pageOf(id: string): string | null;
  /**
   * All of its customers, page by page until `meta.next` is done or the bound is reached. All calls throw a
   * `ProviderFailed`, this one the signal's reason too.
   */
  customers(key: string, signal?: AbortSignal): AsyncGenerator<CustomersPage>;
  read(key: string, id: string): Promise<CustomerAnswer>;
  /** Returns its number there. */
  create(key: string, input: PaymentCustomerInput): Promise<string>;
  update(key: string, id: string, input: PaymentCustomerInput): Promise<void>;
  /** Reads back what was written: throws `not-kept` where it is not there, or reads otherwise. */
  confirm(key: string, id: string, input: PaymentCustomerInput): Promise<void>;
  createSeller(key: string, input: PaymentSellerInput): Promise<string | null>;
  stop(): void;
}

export interface PaymentsParts {
  readonly config: PaymentSettings;
  readonly metrics: OutboundMetrics;
  /** A provider that turns its pages for ever is left then; by default after 200,000 customers. */
  readonly mostPages?: number;
}

/** Page size of the source. */
const pageSize = 100;
const mostAnswerBytes = 4 * 1024 * 1024;

export function createPayments(parts: PaymentsParts): Payments {
  const { metrics, mostPages = 2_000 } = parts;
  const { payments: settings } = parts.config;
  const { url: root = '', authorization, updateMethod, timeoutMs, customerPage } = settings;
  const stopping = new AbortController();
  const outbound = createOutbound({ service: 'payments', metrics, timeoutMs, mostAnswerBytes });

  async function call(
    key: string,
    method: string,
    url: URL,
    body?: object,
    signal?: AbortSignal,
  ): Promise<OutboundAnswer> {
    const isWrite = method !== 'GET';
    if (!fitsHeader.test(key)) throw new ProviderFailed('key-refused');
    const answer = await outbound({
      url,
      method,
      headers: {
        accept: 'application/json',
        'user-agent': 'Atalaia',
        authorization: authorization.replaceAll('{key}', () => key),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: signal ? AbortSignal.any([stopping.signal, signal]) : stopping.signal,
      isRepeatable: !isWrite,
    }).catch((error: unknown) => {
      signal?.throwIfAborted();
      throw paymentFailure(stopping.signal.aborted ? stopped(isWrite) : error, isWrite, key);
    });
    if (isFailureAnswer(answer.text)) throw new ProviderFailed('refused', refusalIn(answer.text, [key]));
    return answer;
  }

  const at = (path: string) => new URL(path, root);
  const customerAt = (id: string) => at(`customers/${encodeURIComponent(id)}`);

  return {
    isSetUp: root !== '',
    url: root,
    pageOf: (id) => customerPage?.replaceAll('{id}', () => encodeURIComponent(id)) ?? null,

    async *customers(key, signal) {
      const pages = providerPages({
        first: at(`customers/?limit=${pageSize}`),
        idOf: ({ id }: CustomerAnswer) => id,
        mostPages,
        async ask(place: URL) {
          const { text } = await call(key, 'GET', place, undefined, signal);
          const { meta, objects } = shaped(text, pageAnswerSchema);
          const rows = objects.flatMap((row) => customerAnswerSchema.safeParse(row).data ?? []);
          const next = meta.next ? followed(meta.next, place) : undefined;
          return { rows, unreadable: objects.length - rows.length, next };
        },
      });
      for await (const { rows, unreadable, isCut } of pages) {
        yield { customers: rows.map((row) => cleaned(row, key)), unreadable, isCut };
      }
    },

    async read(key, id) {
      return shaped((await call(key, 'GET', customerAt(id))).text, customerAnswerSchema);
    },

    async create(key, input) {
      const answer = await call(key, 'POST', at('customers/'), input);
      const id = idIn(answer);
      if (id === undefined) throw new ProviderFailed('uncertain');
      return id;
    },

    async update(key, id, input) {
      await call(key, updateMethod, customerAt(id), input);
    },

    async confirm(key, id, input) {
      const stored = await this.read(key, id).catch((error: unknown) => {
        if (!(error instanceof ProviderFailed)) throw error;
        throw new ProviderFailed(error.fault === 'gone' ? 'not-kept' : 'uncertain');
      });
      const differing = differingFields(input, stored);
      if (differing.length > 0) {
        throw new ProviderFailed('not-kept', { fields: new Map(differing.map((name) => [name, ''])) });
      }
    },

    async createSeller(key, input) {
      return idIn(await call(key, 'POST', at('sellers/'), input)) ?? null;
    },

    stop: () => stopping.abort(),
  };
}

/** What a header can carry without being read otherwise on the way. */
const fitsHeader = /^[\u0020-\u007e]+$/;

const longestText = 500;

/** As it may be shown. */
function cleaned(customer: CustomerAnswer, key: string): CustomerAnswer {
  const clean = (text = '') => externalText(text, longestText, [key]);
  const { full_name, cpf_cnpj, email } = customer;
  return { ...customer, full_name: clean(full_name), cpf_cnpj: clean(cpf_cnpj), email: clean(email) };
}

function stopped(isWrite: boolean): ProviderFailed {
  return new ProviderFailed(isWrite ? 'uncertain' : 'unreachable');
}

/** A relative path or a whole address; one of another host would carry the key away. */
function followed(next: string, from: URL): URL {
  const url = URL.canParse(next, from.href) ? new URL(next, from) : undefined;
  if (url?.origin !== from.origin) throw new ProviderFailed('unreadable');
  return url;
}

function shaped<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  const { success, data } = schema.safeParse(jsonIn(text));
  if (!success) throw new ProviderFailed('unreadable');
  return data;
}

/** From the body, else from the address of what was made. */
function idIn({ text, headers }: OutboundAnswer): string | undefined {
  const body = jsonIn(text);
  const id = typeof body === 'object' && body !== null && 'id' in body ? body.id : undefined;
  const { data } = providerIdSchema.safeParse(id);
  return data ?? /\/([\w-]+)\/?$/.exec(headers.get('location') ?? '')?.[1];
}

// What the provider's failures mean.

/** What a failed call means; `isWrite` where what was sent may have been taken although no answer came. */
function paymentFailure(error: unknown, isWrite: boolean, key: string): unknown {
  if (!(error instanceof DeliveryFailed)) return error;
  const { status } = error;
  if (status === 401 || status === 403) return new ProviderFailed('key-refused');
  if (status === 404 || status === 410) {
    // a page of HTML is a proxy's word, which knows of no customer
    return new ProviderFailed(jsonIn(error.answer ?? '') !== undefined ? 'gone' : 'unreachable');
  }
  if (status !== undefined && status >= 400 && status < 500 && error.isLasting) {
    return new ProviderFailed('refused', refusalIn(error.answer ?? '', [key]));
  }
  return new ProviderFailed(isWrite && !error.certainlyNotSent ? 'uncertain' : 'unreachable');
}
