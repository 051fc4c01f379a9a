import type { CommandInput, CommandQuery } from '@atalaia/contract/devices/command';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceColumn } from '../../queries/columns.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import { labelsUnder } from '../../queries/labelled-keys.ts';
import { byName, byText, byValue, type SortColumns } from '../../queries/sorting.ts';
import type { LinkedNoun } from '../../resources/linked/linked-noun.ts';
import {
  createLinkedService,
  type LinkedParts,
  type LinkedService,
} from '../../resources/linked/linked-service.ts';
import { type ActingUser, type Caller, mayWriteDevices } from '../../visibility/caller.ts';
import { withoutTexts } from '../../visibility/device-password.ts';
import { readParameters } from './command-refusals.ts';

export type SavedCommandsService = LinkedService<CommandInput>;

/**
 * Commands that are kept to be sent again. Who may only send those saved for him saves none himself (ROLE-06). Whose devices
 * are read-only sends what others saved without reading its texts, which contain trackers' passwords.
 */
export function createSavedCommandsService(parts: LinkedParts): SavedCommandsService {
  const { isDeviceVisible } = parts.visibility;
  const serviceFor = (caller: Caller) =>
    createLinkedService(parts, {
      ...savedCommands,
      ...(mayWriteDevices(caller) ? {} : textsHiddenFrom(caller)),
      async check(_within: Kysely<Schema>, caller: Caller, { deviceId }: CommandInput, before) {
        if (!deviceId || deviceId === before?.device_id) return;
        if (!(await isDeviceVisible(caller, deviceId))) throw referenceRefusal('deviceId');
      },
    });
  return {
    list: (caller, query) => serviceFor(caller).list(caller, query),
    read: (caller, id) => serviceFor(caller).read(caller, id),
    dependents: (caller, id) => serviceFor(caller).dependents(caller, id),
    create: async (caller, input, creating) => serviceFor(caller).create(free(caller), input, creating),
    update: async (caller, id, input, ifMatch) => serviceFor(caller).update(free(caller), id, input, ifMatch),
    remove: async (caller, id, request) => serviceFor(caller).remove(free(caller), id, request),
  };
}

const savedCommands: LinkedNoun<CommandInput> = {
  noun: 'command',
  kind: 'command',
  presented: presented(sql`l.attributes`),
  nameColumn: 'description',
  sortColumns: {
    description: byText('l.description'),
    type: byName('l.type'),
    textChannel: byValue('l.text_channel'),
  } satisfies SortColumns<NonNullable<CommandQuery['sort']>>,
  searchedColumns: searched(sql`l.attributes`),
  searchedWords: [
    { words: sql`ARRAY[l.type]`, labels: labelsUnder('commandType') },
    {
      words: sql`ARRAY[CASE WHEN l.text_channel THEN 'sms' ELSE 'connection' END]`,
      labels: { sms: 'savedCommand.bySms', connection: 'savedCommand.byConnection' },
    },
  ],
  ruleKinds: [],
  columnsOf(input) {
    const attributes = readParameters(input.type, input.attributes ?? {});
    return {
      device_id: referenceColumn(input.deviceId),
      type: input.type,
      text_channel: input.textChannel,
      description: input.description,
      attributes: input.attributes && attributes,
    };
  },
};

function presented(attributes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`l.id, coalesce(l.device_id, 0) AS "deviceId", l.type, l.text_channel AS "textChannel",
    l.description, ${attributes} AS attributes`;
}

function searched(attributes: RawBuilder<unknown>) {
  return ['description', 'type', sql`(SELECT string_agg(value, E'\\n') FROM jsonb_each_text(${attributes}))`];
}

/** But what he made himself. */
function textsHiddenFrom({ userId }: ActingUser) {
  const attributes = sql`l.attributes`;
  const shown = sql`CASE WHEN l.created_by = ${userId} THEN ${attributes} ELSE ${withoutTexts(attributes)} END`;
  return { presented: presented(shown), searchedColumns: searched(shown) };
}

function free(caller: Caller): Caller {
  if (!isLimited(caller)) return caller;
  throw new AppError('commands-limited', 'this account may only send the commands saved for it');
}

/** Whether he may only send the commands that are linked to him; an administrator's flags do not bind him. */
export function isLimited({ administrator, user }: ActingUser): boolean {
  return user.limit_commands && !administrator;
}

/** Whether he may read the texts of what was saved. */
export function isReadable(caller: ActingUser, madeBy: number | null): boolean {
  return mayWriteDevices(caller) || madeBy === caller.userId;
}
