/** A list as a spreadsheet, where the Accept header asks for one. */
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { negotiatedType } from '../platform/http/accepted-types.ts';
import type { JsonList, JsonRows, Sent } from '../platform/http/json-text.ts';
import { sendFile } from '../platform/http/web-files/web-files.ts';
import type { Caller } from '../visibility/caller.ts';

export interface ListSheet {
  readonly name: string;
  make(caller: Caller, rows: JsonRows, signal: AbortSignal): AsyncGenerator<Uint8Array>;
}

export function asksForSheet({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return negotiatedType(headers.accept, ['application/json', spreadsheetType]) === spreadsheetType;
}

export function sendSheet(
  reply: FastifyReply,
  caller: Caller,
  { rows }: JsonList,
  { name, make }: ListSheet,
): Promise<Sent> {
  return sendFile(reply, { name, type: spreadsheetType }, (signal) => make(caller, rows, signal));
}
