import type { CommandInput, CommandQuery } from '@atalaia/contract/command';
import { type Kysely, sql } from 'kysely';
import { AppError } from '../../app-error.ts';
import type { Caller } from '../../caller.ts';
import type { Schema } from '../../db/schema.ts';
import { labelsUnder } from '../../reading/labelled-keys.ts';
import { byName, byText, byValue, type SortColumns } from '../../reading/sorting.ts';
import { referenceRefusal } from '../../writing/constraint-refusals.ts';
import { referenceColumn } from '../../writing/reference-column.ts';
import type { LinkedNoun } from '../linked/linked-noun.ts';
import { createLinkedService, type LinkedParts, type LinkedService } from '../linked/linked-service.ts';
import { requireParameters } from './command-refusals.ts';

export type SavedCommandsService = LinkedService<CommandInput>;

/** Commands that are kept to be sent again. Who may only send those saved for him saves none himself (ROLE-06). */
export function createSavedCommandsService(parts: LinkedParts): SavedCommandsService {
  const { isDeviceVisible } = parts.sight;
  const service = createLinkedService(parts, {
    ...savedCommands,
    async check(_within: Kysely<Schema>, caller: Caller, { deviceId }: CommandInput, before) {
      if (!deviceId || deviceId === before?.device_id) return;
      if (!(await isDeviceVisible(caller, deviceId))) throw referenceRefusal('deviceId');
    },
  });
  return {
    ...service,
    create: async (caller, input, creating) => service.create(free(caller), input, creating),
    update: async (caller, id, input, ifMatch) => service.update(free(caller), id, input, ifMatch),
    remove: async (caller, id) => service.remove(free(caller), id),
  };
}

const savedCommands: LinkedNoun<CommandInput> = {
  noun: 'command',
  kind: 'command',
  presented: sql`l.id, coalesce(l.device_id, 0) AS "deviceId", l.type, l.text_channel AS "textChannel",
    l.description, l.attributes`,
  nameColumn: 'description',
  sortColumns: {
    description: byText('l.description'),
    type: byName('l.type'),
    textChannel: byValue('l.text_channel'),
  } satisfies SortColumns<NonNullable<CommandQuery['sort']>>,
  searchedColumns: [
    'description',
    'type',
    sql`(SELECT string_agg(value, E'\\n') FROM jsonb_each_text(l.attributes))`,
  ],
  searchedWords: [
    { words: sql`ARRAY[l.type]`, labels: labelsUnder('commandType') },
    {
      words: sql`ARRAY[CASE WHEN l.text_channel THEN 'sms' ELSE 'connection' END]`,
      labels: { sms: 'savedCommand.bySms', connection: 'savedCommand.byConnection' },
    },
  ],
  ruleKinds: [],
  columnsOf(input) {
    requireParameters(input.type, input.attributes ?? {});
    return {
      device_id: referenceColumn(input.deviceId),
      type: input.type,
      text_channel: input.textChannel,
      description: input.description,
      attributes: input.attributes,
    };
  },
};

function free(caller: Caller): Caller {
  if (!isLimited(caller)) return caller;
  throw new AppError('commands-limited', 'this account may only send the commands saved for it');
}

/** Whether he may only send the commands that are linked to him; an administrator's flags do not bind him. */
export function isLimited({ administrator, user }: Caller): boolean {
  return user.limit_commands && !administrator;
}
