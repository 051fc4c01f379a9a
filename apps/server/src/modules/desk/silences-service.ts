import type { SilenceInput, SilenceQuery } from '@atalaia/contract/desk/silence';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { writeAudit } from '../../queries/audit.ts';
import type { Commit } from '../../queries/commit.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { describeSilences, endSilence, insertSilence, openAlarmsOf } from './silences-queries.ts';

export interface SilencesParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly visibility: Pick<Visibility, 'requireSeen' | 'isDeviceVisible' | 'isCustomerVisible'>;
}

export type SilencesService = ReturnType<typeof createSilencesService>;

const longestMs = 24 * 3_600_000;

export function createSilencesService({ kysely, commit, visibility }: SilencesParts) {
  return {
    async list(caller: Caller, query: SilenceQuery) {
      await visibility.requireSeen(caller, { deviceId: query.deviceId });
      return `[${await describeSilences(kysely, caller, query)}]`;
    },
    async create(caller: Caller, input: SilenceInput) {
      const lengthMs = Date.parse(input.until) - Date.now();
      if (lengthMs <= 0 || lengthMs > longestMs) {
        throw fieldRefusal('invalid-input', { path: 'until', message: 'must be within 24 hours from now' });
      }
      const { deviceId, customerId } = input;
      if (deviceId !== undefined && !(await visibility.isDeviceVisible(caller, deviceId)))
        throw referenceRefusal('deviceId');
      if (customerId !== undefined && !(await visibility.isCustomerVisible(caller, customerId)))
        throw referenceRefusal('customerId');
      return commit(async (transaction, publish) => {
        const id = await insertSilence(transaction, input, {
          userId: caller.userId,
          userName: caller.user.name,
        });
        const details = { deviceId, customerId, reason: input.reason, until: input.until };
        await writeAudit(transaction, caller, { action: 'create', noun: 'silence', objectId: id, details });
        const alarmIds = await openAlarmsOf(transaction, input);
        if (alarmIds.length > 0) publish('alarms', { alarmIds });
        publish('deskLists', { list: 'silences' });
        return describeSilences(transaction, caller, { id });
      });
    },
    end: (caller: Caller, id: number) =>
      commit(async (transaction, publish) => {
        const ended = await endSilence(transaction, caller, id);
        if (!ended) throw notFound('silence', id);
        await writeAudit(transaction, caller, { action: 'remove', noun: 'silence', objectId: id });
        const alarmIds = await openAlarmsOf(transaction, ended);
        if (alarmIds.length > 0) publish('alarms', { alarmIds });
        publish('deskLists', { list: 'silences' });
      }),
  };
}
