import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import type {
  ImportNoun,
  ImportPreview,
  ImportQuery,
  ImportResult,
  ImportTemplateQuery,
} from '@atalaia/contract/reports/import';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { languages } from '@atalaia/phrases/phrases';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import type { Commit } from '../../queries/commit.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService, DeviceUpdate } from '../devices/devices-bulk-service.ts';
import type { GroupNamesService } from '../groups/groups-service.ts';
import { type CheckedSheet, checkKnown } from './rows/check-known.ts';
import type { SheetList, SheetReader } from './thread/sheet-orders.ts';
import type { SheetThread } from './thread/sheet-thread.ts';

export interface ImportsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly thread: SheetThread;
  readonly devices: DevicesBulkService;
  readonly customers: CustomersBulkService;
  readonly groupNames: GroupNamesService;
  readonly readServer: () => Promise<PublicServerSettings>;
  /** Gives the places of a list's rows their towns. */
  readonly completeAddresses: (json: string) => string;
}

export interface ImportsService {
  /** The workbook to fill in, in the caller's language and unit. */
  template(caller: Caller, noun: ImportNoun, query: ImportTemplateQuery): Promise<Uint8Array<ArrayBuffer>>;
  /** What a file holds and everything wrong with it; nothing is saved. */
  preview(
    caller: Caller,
    noun: ImportNoun,
    file: Uint8Array<ArrayBuffer>,
    query: ImportQuery,
    signal: AbortSignal,
  ): Promise<ImportPreview>;
  /** Saves every row, or none: throws `import-refused`, which contains the first errors. */
  save(
    caller: Caller,
    noun: ImportNoun,
    file: Uint8Array<ArrayBuffer>,
    query: ImportQuery,
    signal: AbortSignal,
  ): Promise<ImportResult>;
  /** A list as a spreadsheet, in the caller's language, zone and units. */
  listSheet(
    list: SheetList,
  ): (caller: Caller, rows: JsonRows, signal: AbortSignal) => AsyncGenerator<Uint8Array<ArrayBuffer>>;
}

type CustomerUpdate = Parameters<CustomersBulkService['overwriteWithin']>[3][number];

/** Of a refused save; a preview shows all its errors. */
const mostErrorsOfRefusal = 100;

export function createImportsService(parts: ImportsParts): ImportsService {
  const { commit, thread, devices, customers, readServer, completeAddresses } = parts;

  async function readerFor({ user }: Caller, language?: SheetReader['language']): Promise<SheetReader> {
    const attributes = user.attributes as Record<string, unknown>;
    const own = languages.find((known) => known === attributes.language);
    const settings = resolveSettings(await readServer(), {
      ...attributes,
      twelveHourFormat: user.twelve_hour_format,
    });
    const { timezone, speedUnit, twelveHourFormat } = settings;
    return { language: language ?? own ?? languages[0], timezone, speedUnit, twelveHourFormat };
  }

  async function check(
    caller: Caller,
    noun: ImportNoun,
    file: Uint8Array<ArrayBuffer>,
    { language, update }: ImportQuery,
    signal: AbortSignal,
  ): Promise<CheckedSheet> {
    const reader = await readerFor(caller, language);
    const needsGroup = !caller.administrator;
    const sheet = await thread.read(file, { noun, reader, needsGroup }, signal);
    return checkKnown(parts, caller, noun, sheet, update === 'true');
  }

  return {
    async template(caller, noun, { language }) {
      return thread.template(noun, await readerFor(caller, language));
    },

    async preview(caller, noun, file, query, signal) {
      const {
        inputs: _unused,
        changes: _neither,
        ...preview
      } = await check(caller, noun, file, query, signal);
      return preview;
    },

    async save(caller, noun, file, query, signal) {
      const { inputs, changes, rows, errors, errorCount } = await check(caller, noun, file, query, signal);
      const skips = query.skip === 'true' && inputs.length + changes.length > 0;
      if (errorCount > 0 && !skips) {
        const details = { errorCount, errors: errors.slice(0, mostErrorsOfRefusal) };
        throw new AppError('import-refused', `the file has ${errorCount} errors: nothing was saved`, details);
      }
      await commit(async (transaction, publish) => {
        if (noun === 'devices') {
          await devices.createWithin(transaction, publish, caller, inputs as readonly DeviceInput[]);
          await devices.overwriteWithin(transaction, publish, caller, changes as readonly DeviceUpdate[]);
        } else {
          await customers.createWithin(transaction, publish, caller, inputs as readonly CustomerInput[]);
          await customers.overwriteWithin(transaction, publish, caller, changes as readonly CustomerUpdate[]);
        }
        // whoever cancels keeps nothing
        signal.throwIfAborted();
      });
      const done = inputs.length + changes.length;
      return {
        created: inputs.length,
        ...(query.update === 'true' && { updated: changes.length }),
        ...(query.skip === 'true' && { skipped: rows - done }),
      };
    },

    listSheet: (list) =>
      async function* make(caller, rows, signal) {
        yield* thread.list(list, placed(rows), await readerFor(caller), signal);
      },
  };

  async function* placed(rows: JsonRows): JsonRows {
    for await (const piece of rows) yield completeAddresses(piece);
  }
}
