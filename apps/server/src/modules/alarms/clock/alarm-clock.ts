/**
 * What every process looks at once a second: deadlines are rows, and whoever comes first does what is due, once
 * (DESK-05, DESK-06, SLA-02).
 */
import { type AlarmSeverity, alarmSeverities } from '@atalaia/contract/desk/alarm';
import type { DeskNotice, DeskSettings } from '@atalaia/contract/desk/desk';
import type { Kysely } from 'kysely';
import type { Schema } from '../../../platform/db/schema.ts';
import type { Commit, Publish } from '../../../queries/commit.ts';
import { nobody } from '../acting.ts';
import { freeIdleClaims, returnSubjects } from '../claims-queries.ts';
import {
  askHolders,
  type ClockChange,
  type DueStep,
  endHolds,
  endWaits,
  fireSteps,
  lockDueSteps,
  lockLostClaims,
  namesOfAlarms,
  notifiableUsers,
  settleClaimed,
} from './clock-queries.ts';

export interface AlarmClockParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly readSettings: (within: Kysely<Schema>) => Promise<DeskSettings>;
  readonly countOnDuty: (within: Kysely<Schema>) => Promise<number>;
  /** Messages to these people, who may be notified; one for each person and channel. */
  readonly queueMessages: (
    within: Kysely<Schema>,
    alarmId: number,
    userIds: readonly number[],
    notificators: readonly string[],
  ) => Promise<void>;
}

export function createAlarmClock(parts: AlarmClockParts): () => Promise<void> {
  const { kysely, commit, readSettings } = parts;
  return async () => {
    const settings = await readSettings(kysely);
    await commit(async (transaction, publish) => {
      const waited = await endWaits(transaction);
      const held = await endHolds(transaction, settings);
      const asked = await askHolders(transaction, settings);
      const settled = await settleClaimed(transaction);
      const questions = asked.map(({ id }) => id);
      notify(publish, [...held.filter(({ reason }) => reason === 'hold-over'), ...asked]);
      tell(publish, [...waited, ...held.map(({ id }) => id), ...questions, ...settled]);
    });
    await commit((transaction, publish) => returnLost(transaction, publish, settings));
    await commit((transaction, publish) => escalate(transaction, publish, settings, parts));
  };
}

const tell = (publish: Publish, alarmIds: readonly number[]) => {
  if (alarmIds.length > 0) publish('alarms', { alarmIds: [...new Set(alarmIds)] });
};

function notify(publish: Publish, changes: readonly ClockChange[]): void {
  if (changes.length === 0) return;
  const at = new Date().toISOString();
  publish(
    'deskNotices',
    changes.map(({ id, userId, deviceName, reason, until }) => {
      const kind = reason as DeskNotice['kind'];
      return {
        userId,
        json: JSON.stringify({ kind, alarmId: id, deviceName, userName: null, text: null, at, until }),
      };
    }),
  );
}

async function returnLost(within: Kysely<Schema>, publish: Publish, settings: DeskSettings): Promise<void> {
  const lost = await lockLostClaims(within, settings);
  const at = new Date().toISOString();
  for (const reason of ['disconnected', 'unanswered'] as const) {
    const these = lost.filter((claim) => claim.reason === reason);
    if (these.length === 0) continue;
    const subjects = these.map(({ subject }) => subject);
    const returned = await returnSubjects(within, subjects, nobody, { reason });
    const holders = new Map(these.map(({ subject, userId }) => [subject, userId]));
    const notices = (await namesOfAlarms(within, returned)).map(({ id, subject, deviceName }) => ({
      userId: holders.get(subject) ?? 0,
      json: JSON.stringify({
        kind: 'returned',
        alarmId: id,
        deviceName,
        userName: null,
        text: reason,
        at,
        until: null,
      }),
    }));
    publish('deskNotices', notices);
    tell(publish, returned);
  }
  const idle = lost.flatMap(({ reason, subject }) => (reason === 'idle' ? [subject] : []));
  // asked again under the lock: an alarm may have come
  if (idle.length > 0) await freeIdleClaims(within, idle);
}

/** All overdue steps of one alarm are one line and one message, also after an outage. */
async function escalate(
  within: Kysely<Schema>,
  publish: Publish,
  { deadlines }: DeskSettings,
  parts: AlarmClockParts,
): Promise<void> {
  const isNobodyOnDuty = (await parts.countOnDuty(within)) === 0;
  const due = await lockDueSteps(within, isNobodyOnDuty);
  if (due.length === 0) return;
  const byAlarm = Map.groupBy(due, ({ alarmId }) => alarmId);
  const firings = await Promise.all(
    [...byAlarm].map(async ([alarmId, steps]) => {
      const { userIds: named, ...rest } = joined(steps);
      const userIds = named.length > 0 ? await notifiableUsers(within, alarmId, named) : [];
      return { alarmId, steps, ...rest, userIds, notTold: named.length - userIds.length };
    }),
  );
  const fired = await fireSteps(
    within,
    firings.map(({ alarmId, positions, raiseTo, teamId, userIds, notificators, notTold }) => {
      const told = userIds.length > 0 ? [...notificators] : [];
      return { alarmId, positions, raiseTo, teamId, told, notTold };
    }),
    deadlines,
  );
  const handed = firings.filter(
    ({ teamId, steps }) => teamId !== null && steps.some(({ isClaimed }) => isClaimed),
  );
  const subjects = handed.flatMap(({ steps }) => steps.map(({ subject }) => subject));
  if (subjects.length > 0) await returnSubjects(within, [...new Set(subjects)], nobody, { reason: 'handed' });
  const at = new Date().toISOString();
  for (const { alarmId, userIds, notificators, steps } of firings) {
    const outside = notificators.filter((notificator) => notificator !== 'web');
    if (userIds.length > 0 && outside.length > 0)
      await parts.queueMessages(within, alarmId, userIds, outside);
    if (!notificators.includes('web')) continue;
    const deviceName = steps[0]?.deviceName ?? null;
    const json = JSON.stringify({
      kind: 'escalated',
      alarmId,
      deviceName,
      userName: null,
      text: null,
      at,
      until: null,
    });
    publish(
      'deskNotices',
      userIds.map((userId) => ({ userId, json })),
    );
  }
  tell(publish, fired);
}

function joined(steps: readonly DueStep[]) {
  const severities = steps.flatMap(({ step }) =>
    step.raiseTo ? [alarmSeverities.indexOf(step.raiseTo as AlarmSeverity)] : [],
  );
  return {
    positions: steps.map(({ position }) => position),
    raiseTo: severities.length > 0 ? Math.min(...severities) : null,
    teamId: steps.map(({ step }) => step.teamId ?? 0).findLast((id) => id > 0) ?? null,
    userIds: [...new Set(steps.flatMap(({ step }) => step.userIds ?? []))],
    notificators: [...new Set(steps.flatMap(({ step }) => step.notificators ?? []))],
  };
}
