/** What is asked of the desk and done at it. Each act names the state that the screen believes: a stale one changes nothing. */
import { workContactsSchema } from '@atalaia/contract/accounts/contact';
import { type Alarm, alarmDetailSchema, alarmRecentSchema } from '@atalaia/contract/desk/alarm';
import {
  type AlarmClose,
  type AlarmHold,
  type AlarmPass,
  type AlarmStepInput,
  alarmClosedSchema,
  claimedNextSchema,
} from '@atalaia/contract/desk/alarm-acts';
import { alarmOutcomeSchema, holdReasonSchema } from '@atalaia/contract/desk/alarm-rule';
import { operatorSchema } from '@atalaia/contract/desk/desk';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';

export const alarmKey = (alarmId: number) => ['alarm', alarmId] as const;

export const getAlarm = (api: ApiClient, alarmId: number, signal?: AbortSignal) =>
  api.json({ path: `alarms/${alarmId}`, signal }, alarmDetailSchema);

/** The alarm of an event; 404 for an event that opened or joined none (EVT-01). */
export const getAlarmOfEvent = (api: ApiClient, eventId: number, signal: AbortSignal) =>
  api.json({ path: `alarms/of-event/${eventId}`, signal }, alarmDetailSchema);

export const getRecent = (api: ApiClient, alarmId: number, signal: AbortSignal) =>
  api.json({ path: `alarms/${alarmId}/recent`, signal }, alarmRecentSchema);

export const listOutcomes = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'alarm-outcomes', signal }, z.array(alarmOutcomeSchema));

export const listHoldReasons = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'hold-reasons', signal }, z.array(holdReasonSchema));

export const listColleagues = (api: ApiClient, signal: AbortSignal) =>
  api.json({ path: 'desk/operators', query: { onDuty: 'true' }, signal }, z.array(operatorSchema));

const act = (api: ApiWriter, alarmId: number, name: string, json: object) =>
  api.json({ method: 'POST', path: `alarms/${alarmId}/${name}`, json }, alarmDetailSchema);

export const claimNext = (api: ApiWriter) =>
  api.json({ method: 'POST', path: 'alarms/claim-next', json: {} }, claimedNextSchema);

export const claim = (api: ApiWriter, alarmId: number) => act(api, alarmId, 'claim', { expected: 'waiting' });

export const takeOver = (api: ApiWriter, { id, state }: Alarm, reason: string | undefined) =>
  act(api, id, 'take-over', { expected: state, ...(reason && { reason }) });

export const release = (api: ApiWriter, { id, state }: Alarm, note: string | undefined) =>
  act(api, id, 'release', { expected: state, ...(note && { note }) });

export const pass = (api: ApiWriter, { id, state }: Alarm, to: Omit<AlarmPass, 'expected'>) =>
  act(api, id, 'pass', { expected: state, ...to });

export const giveVehicle = (api: ApiWriter, { id, state }: Alarm, deviceId: number) =>
  act(api, id, 'vehicle', { expected: state, deviceId });

export const hold = (api: ApiWriter, { id, state }: Alarm, how: Omit<AlarmHold, 'expected'>) =>
  act(api, id, 'hold', { expected: state, ...how });

export const resume = (api: ApiWriter, alarmId: number) => act(api, alarmId, 'resume', { expected: 'held' });

/** The answer to "Ainda está neste atendimento?" (DESK-05). */
export const stillHere = (api: ApiWriter, alarmId: number) =>
  api.send({ method: 'POST', path: `alarms/${alarmId}/still-here`, json: {} });

/** How its event was handled: the alarm closes as "Tratado" (DESK-08). */
export const handleEvent = (api: ApiWriter, eventId: number, comment: string) =>
  api.send({
    method: 'POST',
    path: `events/${eventId}/comment`,
    json: { eventId, comment, attributes: {} },
  });

export const close = (api: ApiWriter, { id, state }: Alarm, how: Omit<AlarmClose, 'expected'>) =>
  api.json(
    { method: 'POST', path: `alarms/${id}/close`, json: { expected: state, ...how } },
    alarmClosedSchema,
  );

export const noteDown = (api: ApiWriter, alarmId: number, note: string) =>
  act(api, alarmId, 'notes', { note });

export const saveDraft = (api: ApiWriter, alarmId: number, text: string, outlivesPage = false) =>
  api.send({ method: 'PUT', path: `alarms/${alarmId}/draft`, json: { text }, outlivesPage });

export const answerStep = (api: ApiWriter, alarmId: number, stepId: string, json: AlarmStepInput) =>
  api.json(
    { method: 'PUT', path: `alarms/${alarmId}/steps/${encodeURIComponent(stepId)}`, json },
    alarmDetailSchema,
  );

/** Whom the steps of an alarm call; the panel of contacts reads the same. */
export const listContacts = (api: ApiClient, alarmId: number, signal: AbortSignal) =>
  api.json({ path: `alarms/${alarmId}/contacts`, signal }, workContactsSchema);
