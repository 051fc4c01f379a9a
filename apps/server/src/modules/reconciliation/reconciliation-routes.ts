/** Money at risk, differences from other systems, SIM cards (DRIFT-01 to DRIFT-03). */
import {
  changedCountSchema,
  comparisonsSchema,
  customerPricesSchema,
  differenceQuerySchema,
  differenceSchema,
  ignoreDifferencesSchema,
  ignoreRisksSchema,
  monthlyPricesSchema,
  riskQuerySchema,
  riskSchema,
  riskTotalsSchema,
  simCardQuerySchema,
  simCardSchema,
  simListQuerySchema,
  simListSchema,
  simPreviewSchema,
  simTotalsSchema,
  simUploadSchema,
  takenSidesSchema,
  takeSidesSchema,
} from '@atalaia/contract/providers/reconciliation';
import { importFileTypes, largestImportFile } from '@atalaia/contract/reports/import';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { disconnectSignal } from '../../platform/http/connections/disconnect.ts';
import { type Sent, sendJsonList } from '../../platform/http/json-text.ts';
import { totalCount } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { asksForSheet, type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { DifferencesService } from './differences-service.ts';
import type { MoneyAtRiskService } from './money-at-risk-service.ts';
import type { SimCardsService } from './sim-cards-service.ts';

const route = routeOptions('reconciliation');
const paged = { access: 'desk', answerHeaders: [totalCount], answerTypes: [spreadsheetType] } as const;

export function moneyAtRiskRoutes(app: App, money: MoneyAtRiskService, make: ListSheet['make']): void {
  app.get(
    '/reconciliation/money-at-risk',
    route(paged, 'Lists vehicles that cost money and bring none, dearest first', {
      querystring: riskQuerySchema,
      answer: z.array(riskSchema),
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await money.list(caller, request.query);
      const sheet = { name: 'dinheiro-em-risco.xlsx', make };
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
  app.get(
    '/reconciliation/money-at-risk/totals',
    route('desk', 'Sums the monthly prices of those vehicles', { answer: riskTotalsSchema }),
    (request) => money.totals(callerOf(request)),
  );
  app.put(
    '/reconciliation/money-at-risk/ignored',
    route('operator', 'Ignores vehicles for what they are at risk of now, or shows them again', {
      body: ignoreRisksSchema,
      answer: changedCountSchema,
    }),
    async (request) => ({ changed: await money.ignore(callerOf(request), request.body) }),
  );
  app.get(
    '/reconciliation/customers/:id',
    route('desk', 'Sums the monthly prices of the vehicles of a customer', {
      params: idParamsSchema,
      answer: customerPricesSchema,
    }),
    (request) => money.ofCustomer(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/reconciliation/prices',
    route('desk', 'Lists the monthly prices by category of vehicle', { answer: monthlyPricesSchema }),
    () => money.prices(),
  );
  app.put(
    '/reconciliation/prices',
    route('administrator', 'Replaces the monthly prices', {
      body: monthlyPricesSchema,
      answer: monthlyPricesSchema,
    }),
    (request) => money.setPrices(callerOf(request), request.body),
  );
}

export function differencesRoutes(app: App, differences: DifferencesService, make: ListSheet['make']): void {
  app.get(
    '/reconciliation/comparisons',
    route('desk', 'Counts the differences from the systems in which the caller has an account', {
      answer: comparisonsSchema,
    }),
    (request) => differences.comparisons(callerOf(request)),
  );
  app.post(
    '/reconciliation/comparisons',
    route('operator', 'Reads those systems now, and compares', { answer: comparisonsSchema }),
    (request) => differences.compare(callerOf(request)),
  );
  app.get(
    '/reconciliation/differences',
    route(paged, 'Lists what is here only, there only, or different', {
      querystring: differenceQuerySchema,
      answer: z.array(differenceSchema),
    }),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await differences.list(caller, request.query);
      const sheet = { name: 'diferencas.xlsx', make };
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
  app.put(
    '/reconciliation/differences/ignored',
    route('operator', 'Ignores differences as they are now, or shows them again', {
      body: ignoreDifferencesSchema,
      answer: changedCountSchema,
    }),
    async (request) => ({ changed: await differences.ignore(callerOf(request), request.body) }),
  );
  app.post(
    '/reconciliation/differences/take',
    route({ access: 'operator', refusals: [409] }, 'Takes one side of one, some or all differences', {
      body: takeSidesSchema,
      answer: takenSidesSchema,
    }),
    (request) => differences.take(callerOf(request), request.body),
  );
}

/** The lists of machine-to-machine providers, and what is wrong with their cards: an administrator's, who sees every device. */
export async function simCardsRoutes(
  app: App,
  sims: SimCardsService,
  make: ListSheet['make'],
): Promise<void> {
  app.addContentTypeParser(
    [...importFileTypes],
    { parseAs: 'buffer', bodyLimit: largestImportFile },
    (_request, body, done) => done(null, body),
  );
  const file = { access: 'administrator', takesTypes: importFileTypes } as const;
  app.get(
    '/reconciliation/sim-lists',
    route('administrator', 'Lists the lists of SIM cards, one a provider', {
      answer: z.array(simListSchema),
    }),
    () => sims.lists(),
  );
  app.post(
    '/reconciliation/sim-lists/preview',
    route(file, 'Reads the headings and first rows of a list of SIM cards; nothing is saved', {
      bodyLimit: largestImportFile,
      answer: simPreviewSchema,
    }),
    (request, reply) => unlessGone(reply, (signal) => sims.preview(bytesOf(request.body), signal)),
  );
  app.post(
    '/reconciliation/sim-lists',
    route(file, 'Keeps a list of SIM cards in place of the one of that provider before', {
      querystring: simListQuerySchema,
      bodyLimit: largestImportFile,
      answer: simUploadSchema,
    }),
    (request, reply) =>
      unlessGone(reply, (signal) =>
        sims.upload(callerOf(request), request.query, bytesOf(request.body), signal),
      ),
  );
  app.delete(
    '/reconciliation/sim-lists/:id',
    route('administrator', 'Removes a list of SIM cards', { params: idParamsSchema, answer: null }),
    (request) => sims.remove(callerOf(request), Number(request.params.id)),
  );
  app.get(
    '/reconciliation/sim-cards',
    route(
      { ...paged, access: 'administrator' },
      'Lists SIM cards that are paid without a vehicle, on two, cancelled but reporting, or without data for 30 days',
      { querystring: simCardQuerySchema, answer: z.array(simCardSchema) },
    ),
    async (request, reply) => {
      const caller = callerOf(request);
      const list = await sims.list(caller, request.query);
      const sheet = { name: 'chips.xlsx', make };
      return asksForSheet(request) ? sendSheet(reply, caller, list, sheet) : sendJsonList(reply, list);
    },
  );
  app.get(
    '/reconciliation/sim-cards/totals',
    route('administrator', 'Counts those cards and sums what they cost a month', { answer: simTotalsSchema }),
    () => sims.totals(),
  );
}

/** Nobody is answered who has gone. */
function unlessGone<Result>(
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const disconnected = disconnectSignal(reply);
  return work(disconnected).catch((error: unknown) => {
    if (disconnected.aborted) return reply.hijack() as unknown as Sent;
    throw error;
  });
}

/** A body of its own, which is handed over to the thread that reads it. */
function bytesOf(body: unknown): Uint8Array<ArrayBuffer> {
  if (body === undefined) return new Uint8Array();
  if (body instanceof Uint8Array) return new Uint8Array(body);
  throw new AppError('unsupported-media-type', 'the body must be a spreadsheet: xlsx or csv');
}
