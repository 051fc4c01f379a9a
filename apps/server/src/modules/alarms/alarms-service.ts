/** The queue, one alarm, and what a person at the desk does with it (DESK-03…DESK-08). */
import type { AlarmQueue, QueueQuery } from '@atalaia/contract/desk/alarm';
import type {
  AlarmClaim,
  AlarmClose,
  AlarmCloseMany,
  AlarmHold,
  AlarmPass,
  AlarmsClosed,
} from '@atalaia/contract/desk/alarm-acts';
import type { Kysely } from 'kysely';
import { fieldRefusal, notFound } from '../../errors/app-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { referenceRefusal } from '../../queries/constraint-refusals.ts';
import type { Caller } from '../../visibility/caller.ts';
import type { Visibility } from '../../visibility/visibility.ts';
import { actorOf, changedRefusal, claimantOf, lockMine, lockSeen, requireNotOthers } from './acting.ts';
import {
  changeAlarms,
  findHoldReason,
  heldColumns,
  resumedColumns,
  writeDraft,
  writeHistory,
} from './acts-queries.ts';
import { describeAlarm, describeRecent } from './alarm-detail-presenter.ts';
import { describeAlarms } from './alarms-presenter.ts';
import { alarmOfEvent, countQueue, findQueue, isAlarmVisible, queueFilter } from './alarms-queries.ts';
import { type ClaimingParts, createClaiming, type Release, type TakeOver } from './claims/claiming.ts';
import { createNextClaims } from './claims/next-claims.ts';
import { claimNext, touchClaim } from './claims-queries.ts';
import type { Closing } from './closing.ts';

export interface AlarmsParts extends ClaimingParts {
  readonly kysely: Kysely<Schema>;
  readonly closing: Pick<Closing, 'close' | 'closeMany'>;
  readonly visibility: Pick<Visibility, 'requireSeen'>;
}

export interface AlarmsService {
  queue(caller: Caller, query: QueueQuery): Promise<string>;
  read(caller: Caller, id: number): Promise<string>;
  readOfEvent(caller: Caller, eventId: number): Promise<string>;
  recent(caller: Caller, id: number): Promise<string>;
  /** The JSON of the alarm as the queue has it, or null. */
  claimNext(caller: Caller): Promise<string>;
  claim(caller: Caller, id: number, input: AlarmClaim): Promise<string>;
  takeOver(caller: Caller, id: number, input: TakeOver): Promise<string>;
  release(caller: Caller, id: number, input: Release): Promise<string>;
  pass(caller: Caller, id: number, input: AlarmPass): Promise<string>;
  /** Within a handover: what one person holds goes to another, as far as he sees it. The alarms. */
  passHeld(within: Kysely<Schema>, fromUserId: number, to: Caller): Promise<readonly number[]>;
  hold(caller: Caller, id: number, input: AlarmHold): Promise<string>;
  resume(caller: Caller, id: number): Promise<string>;
  stillHere(caller: Caller, id: number): Promise<void>;
  /** The alarm as it is closed and, where asked for, the next one, as JSON. */
  close(caller: Caller, id: number, input: AlarmClose): Promise<string>;
  closeMany(caller: Caller, input: AlarmCloseMany): Promise<AlarmsClosed>;
  note(caller: Caller, id: number, note: string): Promise<string>;
  draft(caller: Caller, id: number, text: string): Promise<void>;
}

const longestHoldMs = 24 * 3_600_000;

export function createAlarmsService(parts: AlarmsParts): AlarmsService {
  const { kysely, commit, closing, visibility } = parts;
  const claiming = createClaiming(parts);
  const detail = async (caller: Caller, id: number, within: Kysely<Schema> = kysely) => {
    const json = await describeAlarm(within, caller, id);
    if (json === '') throw notFound('alarm', id);
    return json;
  };
  const requireSeen = async (caller: Caller, id: number) => {
    if (!(await isAlarmVisible(kysely, caller, id))) throw notFound('alarm', id);
  };
  /** An act, and the alarm as it is after it. */
  const shown =
    <Input>(act: (caller: Caller, id: number, input: Input) => Promise<void>) =>
    async (caller: Caller, id: number, input: Input) => {
      await act(caller, id, input);
      return detail(caller, id);
    };
  const claimNextOf = (caller: Caller) =>
    commit(async (transaction, publish) => {
      const claimed = await claimNext(transaction, caller, claimantOf(caller), actorOf(caller));
      if (claimed) publish('alarms', { alarmIds: claimed.changed });
      return claimed?.id;
    });

  return {
    async queue(caller, query) {
      await visibility.requireSeen(caller, { deviceId: query.deviceId });
      const filter = await queueFilter(kysely, caller, query);
      const [alarms, { now, oldestWaitingAt, counts, total }] = await Promise.all([
        findQueue(kysely, filter, query).then((ids) => describeAlarms(kysely, caller, ids)),
        countQueue(kysely, filter),
      ]);
      const head: Omit<AlarmQueue, 'alarms' | 'counts'> = { now, oldestWaitingAt, total };
      return `${JSON.stringify({ ...head, counts }).slice(0, -1)},"alarms":[${alarms}]}`;
    },
    async read(caller, id) {
      await requireSeen(caller, id);
      return detail(caller, id);
    },
    async readOfEvent(caller, eventId) {
      const id = await alarmOfEvent(kysely, eventId);
      if (id === undefined) throw notFound('alarm of event', eventId);
      await requireSeen(caller, id);
      return detail(caller, id);
    },
    async recent(caller, id) {
      await requireSeen(caller, id);
      return describeRecent(kysely, id);
    },
    claimNext: createNextClaims({ kysely, commit }),
    claim: shown(claiming.claim),
    takeOver: shown(claiming.takeOver),
    release: shown(claiming.release),
    pass: shown(claiming.pass),
    passHeld: claiming.passHeld,
    stillHere: claiming.stillHere,
    async hold(caller, id, { expected, until, reasonId, note }) {
      const lengthMs = Date.parse(until) - Date.now();
      if (lengthMs <= 0 || lengthMs > longestHoldMs) {
        throw fieldRefusal('invalid-input', { path: 'until', message: 'must be within 24 hours from now' });
      }
      await commit(async (transaction, publish) => {
        const alarm = await lockMine(transaction, caller, id, expected);
        const reason = await findHoldReason(transaction, reasonId);
        if (!reason) throw referenceRefusal('reasonId');
        await touchClaim(transaction, alarm.subject, caller.userId);
        const details = { until, reason: reason.name, ...(note !== undefined && { note }) };
        const line = { action: 'hold', actor: actorOf(caller), details };
        publish('alarms', {
          alarmIds: await changeAlarms(transaction, [id], heldColumns(until, reason), line),
        });
      });
      return detail(caller, id);
    },
    async resume(caller, id) {
      await commit(async (transaction, publish) => {
        const alarm = await lockMine(transaction, caller, id, 'held');
        await touchClaim(transaction, alarm.subject, caller.userId);
        const line = { action: 'resume', actor: actorOf(caller) };
        publish('alarms', { alarmIds: await changeAlarms(transaction, [id], resumedColumns, line) });
      });
      return detail(caller, id);
    },
    async close(caller, id, input) {
      await closing.close(caller, id, input);
      const nextId = input.next ? await claimNextOf(caller) : undefined;
      const next = nextId === undefined ? 'null' : await detail(caller, nextId);
      return `{"alarm":${await detail(caller, id)},"next":${next}}`;
    },
    closeMany: closing.closeMany,
    async note(caller, id, note) {
      await commit(async (transaction, publish) => {
        const alarm = await lockSeen(transaction, caller, id);
        await writeHistory(transaction, id, 'note', actorOf(caller), { note });
        if (alarm.holderId === caller.userId) {
          await touchClaim(transaction, alarm.subject, caller.userId);
          await writeDraft(transaction, id, caller.userId, caller.user.name, '');
        }
        publish('alarms', { alarmIds: [id] });
      });
      return detail(caller, id);
    },
    draft: (caller, id, text) =>
      commit(async (transaction) => {
        const alarm = await lockSeen(transaction, caller, id);
        requireNotOthers(alarm, caller);
        if (alarm.holderId !== caller.userId || alarm.state === 'closed')
          throw await changedRefusal(transaction, caller, id);
        await writeDraft(transaction, id, caller.userId, caller.user.name, text);
        await touchClaim(transaction, alarm.subject, caller.userId);
      }),
  };
}
