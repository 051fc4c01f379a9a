import type { CustomerInput } from '@atalaia/contract/accounts/customer';
import type { UserInput } from '@atalaia/contract/accounts/user';
import type { DeviceInput } from '@atalaia/contract/devices/device';
import {
  type ImportNoun,
  type ImportPreview,
  type ImportQuery,
  type ImportResult,
  type ImportTemplateQuery,
  mostInvited,
} from '@atalaia/contract/reports/import';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import { languages } from '@atalaia/phrases/phrases';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { JsonRows } from '../../platform/http/json-text.ts';
import type { Commit, Publish } from '../../queries/commit.ts';
import type { LinkWithin } from '../../queries/link-within.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { AccountLinksService } from '../account-links/account-links-service.ts';
import type { CustomersBulkService } from '../customers/customers-bulk-service.ts';
import type { DevicesBulkService, DeviceUpdate } from '../devices/devices-bulk-service.ts';
import type { GroupNamesService } from '../groups/groups-service.ts';
import type { UserChange, UsersBulkService } from '../users/users-bulk-service.ts';
import type { Entity } from './rows/base-entities.ts';
import { checkBase } from './rows/check-base.ts';
import { checkKnown } from './rows/check-known.ts';
import { inputOf } from './rows/read-row.ts';
import type { ReadSheet } from './rows/sheet-reading.ts';
import type { SheetList, SheetReader } from './thread/sheet-orders.ts';
import type { SheetThread } from './thread/sheet-thread.ts';

export interface ImportsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly thread: SheetThread;
  readonly devices: DevicesBulkService;
  readonly customers: CustomersBulkService;
  readonly groupNames: GroupNamesService;
  readonly users: UsersBulkService;
  readonly linkWithin: LinkWithin;
  readonly invitations: AccountLinksService['invitations'];
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
  const { commit, thread, customers, readServer, completeAddresses } = parts;

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

  async function read(
    caller: Caller,
    noun: ImportNoun,
    file: Uint8Array<ArrayBuffer>,
    { language, columns }: ImportQuery,
    signal: AbortSignal,
    isPreview: boolean,
  ): Promise<ReadSheet> {
    const reader = await readerFor(caller, language);
    const needsGroup = !caller.administrator;
    const mapped = columns?.split(',').map((one) => one.split('=') as [string, string]);
    return thread.read(
      file,
      { noun, reader, needsGroup, isPreview, ...(mapped && { columns: Object.fromEntries(mapped) }) },
      signal,
    );
  }

  return {
    async template(caller, noun, { language }) {
      return thread.template(noun, await readerFor(caller, language));
    },

    async preview(caller, noun, file, query, signal) {
      const sheet = await read(caller, noun, file, query, signal, true);
      const updates = query.update === 'true';
      if (noun === 'base') return (await checkBase(parts, caller, sheet, updates)).preview;
      const checked = await checkKnown(parts, caller, noun, sheet, updates);
      const { inputs: _unused, changes: _neither, ...preview } = checked;
      return preview;
    },

    async save(caller, noun, file, query, signal) {
      const sheet = await read(caller, noun, file, query, signal, false);
      return again(async () => {
        return commit(async (transaction, publish) => {
          // what is there is looked up where it is written, so that nothing comes in between
          await customers.lockWithin(transaction);
          const saving = { ...parts, kysely: transaction, publish, caller, query };
          const saved = await (noun === 'base' ? saveBase(saving, sheet) : saveNoun(saving, noun, sheet));
          // whoever cancels keeps nothing
          signal.throwIfAborted();
          return saved;
        });
      });
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

/** Throws `import-refused`, which contains the first errors, unless rows with one may be passed over and others are left. */
function requireFitting({ errorCount, errors, fits }: ImportPreview, { skip }: ImportQuery): void {
  if (errorCount === 0 || (skip === 'true' && fits > 0)) return;
  const details = { errorCount, errors: errors.slice(0, mostErrorsOfRefusal) };
  throw new AppError('import-refused', `the file has ${errorCount} errors: nothing was saved`, details);
}

/** Of what others did between the look at a row and its writing: the next look sees it. */
const overtaken: ReadonlySet<string> = new Set([
  'duplicate-unique-id',
  'duplicate-user-name',
  'reference-not-found',
  'not-found',
]);
const mostSaves = 3;

async function again<Result>(save: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await save();
    } catch (error) {
      if (tries === mostSaves || !(error instanceof AppError && overtaken.has(error.code))) throw error;
    }
  }
}

interface Saving extends ImportsParts {
  readonly kysely: Transaction<Schema>;
  readonly publish: Publish;
  readonly caller: Caller;
  readonly query: ImportQuery;
}

async function saveNoun(
  saving: Saving,
  noun: 'devices' | 'customers',
  sheet: ReadSheet,
): Promise<ImportResult> {
  const { kysely: transaction, publish, caller, query, devices, customers } = saving;
  const { inputs, changes, ...preview } = await checkKnown(
    saving,
    caller,
    noun,
    sheet,
    query.update === 'true',
  );
  requireFitting(preview, query);
  if (noun === 'devices') {
    await devices.createWithin(transaction, publish, caller, inputs as readonly DeviceInput[]);
    await devices.overwriteWithin(transaction, publish, caller, changes as readonly DeviceUpdate[]);
  } else {
    await customers.createWithin(transaction, publish, caller, inputs as readonly CustomerInput[]);
    await customers.overwriteWithin(transaction, publish, caller, changes as readonly CustomerUpdate[]);
  }
  const done = inputs.length + changes.length;
  return {
    created: inputs.length,
    ...(query.update === 'true' && { updated: changes.length }),
    ...(query.skip === 'true' && { skipped: preview.rows - done }),
  };
}

/** Saves customers, devices and users of one file with their links, all of them or none. */
async function saveBase(saving: Saving, sheet: ReadSheet): Promise<ImportResult> {
  const { kysely: transaction, publish, caller, query, customers, devices, users, invitations } = saving;
  const { entities, links, preview } = await checkBase(saving, caller, sheet, query.update === 'true');
  requireFitting(preview, query);
  const of = (part: Entity['part'], act: Entity['act']) =>
    entities.filter((one) => one.part === part && one.act === act);
  const newUsers = of('user', 'create');
  const invites = query.invite === 'true' && newUsers.length > 0;
  if (invites) requireInvitable(invitations.areSent, newUsers.length);

  const ids = new Map<Entity, number>();
  for (const entity of entities) if (entity.id !== undefined) ids.set(entity, entity.id);
  const idOf = (entity: Entity) => {
    const id = ids.get(entity);
    if (id === undefined) throw new Error(`a ${entity.part} of the file was not made`);
    return id;
  };
  /** Its fields, with group and customer by number. */
  const inputFor = (entity: Entity) => ({
    ...inputOf(entity.fields),
    ...(entity.groupId !== undefined && { groupId: entity.groupId }),
    ...(entity.customer && { customerId: idOf(entity.customer) }),
  });
  const update = (entity: Entity) => ({ id: idOf(entity), input: inputFor(entity) });

  const newCustomers = of('customer', 'create');
  const documents = new Map(newCustomers.map((one) => [one.key, one]));
  const made = newCustomers.map((one) => inputFor(one) as unknown as CustomerInput);
  for (const { id, document } of await customers.createWithin(transaction, publish, caller, made)) {
    const entity = documents.get(document);
    if (entity) ids.set(entity, id);
  }
  const changedCustomers = of('customer', 'update').map(update);
  await customers.overwriteWithin(
    transaction,
    publish,
    caller,
    changedCustomers.map(({ id, input }) => ({
      id,
      input: { cpfCnpj: '', ...input } as CustomerUpdate['input'],
    })),
  );

  const newDevices = of('device', 'create');
  const uniqueIds = new Map(newDevices.map((one) => [one.fields.uniqueId, one]));
  const inputs = newDevices.map((one) => inputFor(one) as unknown as DeviceInput);
  for (const { id, uniqueId } of await devices.createWithin(transaction, publish, caller, inputs)) {
    const entity = uniqueIds.get(uniqueId);
    if (entity) ids.set(entity, id);
  }
  const changedDevices = of('device', 'update').map(update) as unknown as Parameters<
    typeof devices.overwriteWithin
  >[3];
  await devices.overwriteWithin(transaction, publish, caller, changedDevices);
  const linked = of('device', 'link').flatMap((one) =>
    one.customer ? [{ id: idOf(one), customer_id: idOf(one.customer) }] : [],
  );
  await devices.changeWithin(transaction, publish, caller, linked);

  const emails = new Map(newUsers.map((one) => [one.fields.email, one]));
  const people = newUsers.map((one) => inputFor(one) as unknown as UserInput);
  for (const { id, email } of await users.createWithin(transaction, publish, caller, people)) {
    const entity = emails.get(email);
    if (entity) ids.set(entity, id);
  }
  const changedUsers = of('user', 'update').map((one) => {
    const { email: _key, ...change } = inputFor(one) as { email?: unknown } & UserChange;
    return { id: idOf(one), change };
  });
  const joining = of('user', 'link').map((one) => ({
    id: idOf(one),
    change: { customerId: one.customer ? idOf(one.customer) : 0 },
  }));
  await users.overwriteWithin(transaction, publish, caller, [...changedUsers, ...joining]);
  const pairs = links.map(([user, device]) => ({ userId: idOf(user), deviceId: idOf(device) }));
  await saving.linkWithin(transaction, publish, caller, pairs);
  if (invites) await invitations.makeWithin(transaction, caller, newUsers.map(idOf));
  const count = (act: Entity['act']) => entities.filter((one) => one.act === act).length;
  return {
    created: count('create'),
    ...(query.update === 'true' && { updated: count('update') }),
    ...(query.skip === 'true' && { skipped: preview.rows - preview.fits }),
    ...(query.invite === 'true' && { invited: newUsers.length }),
  };
}

function requireInvitable(areSent: boolean, users: number): void {
  if (!areSent) throw new AppError('channel-not-set-up', 'mail is not set up on this server');
  if (users <= mostInvited) return;
  const message = `at most ${mostInvited} users are invited at once; the file has ${users} new ones`;
  throw new AppError('invalid-input', message, { fields: [{ path: 'query.invite', message }] });
}
