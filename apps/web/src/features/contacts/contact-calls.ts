/** What is asked of contacts and done about them while one works on an alarm or a case. */
import {
  type ContactTryInput,
  contactTrySchema,
  type PhraseHeard,
  phraseCheckedSchema,
  phrasesShownSchema,
  workContactsSchema,
} from '@atalaia/contract/accounts/contact';
import { z } from 'zod';
import type { ApiClient, ApiWriter } from '../../lib/api/api-client.ts';

export type Work = { readonly alarmId: number } | { readonly sinisterId: number };

/** Names it, and is its path. */
export const nameOf = (work: Work) =>
  'alarmId' in work ? `alarms/${work.alarmId}` : `sinisters/${work.sinisterId}`;

export const workContactsKey = (work: Work) => ['work-contacts', nameOf(work)] as const;
export const triesKey = (work: Work) => ['contact-tries', nameOf(work)] as const;

export const listWorkContacts = (api: ApiClient, work: Work, signal: AbortSignal) =>
  api.json({ path: `${nameOf(work)}/contacts`, signal }, workContactsSchema);

export const listTries = (api: ApiClient, work: Work, signal: AbortSignal) =>
  api.json({ path: `${nameOf(work)}/tries`, signal }, z.array(contactTrySchema));

export const noteTry = (api: ApiWriter, work: Work, json: ContactTryInput) =>
  api.json({ method: 'POST', path: `${nameOf(work)}/tries`, json }, contactTrySchema);

export const setRecording = (api: ApiWriter, tryId: number, recordingUrl: string) =>
  api.json(
    { method: 'PUT', path: `contact-tries/${tryId}/recording`, json: { recordingUrl } },
    contactTrySchema,
  );

export const showPhrases = (api: ApiWriter, work: Work) =>
  api.json({ method: 'POST', path: `${nameOf(work)}/phrases`, json: {} }, phrasesShownSchema);

export const checkPhrase = (api: ApiWriter, work: Work, spoken: string) =>
  api.json({ method: 'POST', path: `${nameOf(work)}/phrase-checks`, json: { spoken } }, phraseCheckedSchema);

export const noteHeard = (api: ApiWriter, work: Work, answer: PhraseHeard) =>
  api.send({ method: 'POST', path: `${nameOf(work)}/phrase-answers`, json: { answer } });

export const sayDuress = (api: ApiWriter, work: Work) =>
  api.send({ method: 'POST', path: `${nameOf(work)}/duress`, json: {} });
