/** The desk's alarms put together: opening, closing, acts. */
import type { DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { isConnectionError } from '../../errors/database-errors.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Commit } from '../../queries/commit.ts';
import { alarmFragments } from './alarms-presenter.ts';
import { type AlarmsParts, createAlarmsService } from './alarms-service.ts';
import { type ClosingParts, createClosing } from './closing.ts';
import { createOpener } from './opening/opener.ts';
import { createOpeningRules } from './opening/opening-rules-queries.ts';

export interface CreateAlarmsParts extends Pick<ClosingParts, 'handleEvents' | 'publishHandled'> {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly bus: Bus;
  readonly log: Pick<Logger, 'warn'>;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
  readonly findColleague: AlarmsParts['findColleague'];
}

export function createAlarms(parts: CreateAlarmsParts) {
  const { kysely, commit, bus, log } = parts;
  const rules = createOpeningRules(kysely, bus);
  const closing = createClosing(parts);
  const open = createOpener({ ...parts, rules });
  let opening: Promise<void> | undefined;
  let isAsked = false;

  /** One at a time in a process; what is stored meanwhile is opened by the same run. */
  const openQueued = async (signal?: AbortSignal): Promise<void> => {
    isAsked = true;
    opening ??= (async () => {
      while (isAsked) {
        isAsked = false;
        await open(signal);
      }
    })().finally(() => {
      opening = undefined;
    });
    return opening;
  };
  const stopListening = bus.subscribe('alarmQueue', () => {
    openQueued().catch((error: unknown) => {
      // a job opens them when the database is back
      if (!isConnectionError(error)) log.warn({ err: error }, 'alarms could not be opened at once');
    });
  });

  return {
    alarms: createAlarmsService({ kysely, commit, closing, findColleague: parts.findColleague }),
    closeOfEvent: closing.closeOfEvent,
    openQueued,
    fragments: (ids: readonly number[]) => alarmFragments(kysely, ids),
    async stop() {
      stopListening();
      rules.stop();
      await opening?.catch(() => undefined);
    },
  };
}
