/** What is done about contacts while one works on an alarm or a case: phrases, duress, calls that were tried. */
import {
  contactRecordingSchema,
  contactTryInputSchema,
  contactTrySchema,
  phraseCheckedSchema,
  phraseCheckSchema,
  phraseHeardSchema,
  phrasesShownSchema,
  workContactsSchema,
} from '@atalaia/contract/accounts/contact';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { Work } from '../alarms/held-work-service.ts';
import type { PhrasesService } from './phrases-service.ts';
import type { TriesService } from './tries-service.ts';
import type { WorkContactsService } from './work-contacts-service.ts';

const route = routeOptions('contacts');
const params = z.object({ id: longIdTextSchema });

interface WorkKind {
  readonly path: string;
  readonly one: string;
  readonly of: (id: number) => Work;
}

const works: readonly WorkKind[] = [
  { path: '/alarms', one: 'an alarm', of: (alarmId) => ({ alarmId }) },
  { path: '/sinisters', one: 'an incident', of: (sinisterId) => ({ sinisterId }) },
];

export interface ContactWorkServices {
  readonly phrases: PhrasesService;
  readonly tries: TriesService;
  readonly workContacts: WorkContactsService;
}

export function phrasesRoutes(app: App, services: ContactWorkServices): void {
  for (const kind of works) {
    phrasesOf(app, kind, services.phrases);
    contactsOf(app, kind, services);
  }
  app.put(
    '/contact-tries/:id/recording',
    route('operator', 'Says where a call can be heard', {
      params,
      body: contactRecordingSchema,
      answer: contactTrySchema,
    }),
    (request) =>
      services.tries.setRecording(callerOf(request), Number(request.params.id), request.body.recordingUrl),
  );
}

/** Of one kind of work: its customer's phrases are shown, compared and heard; duress is said. */
function phrasesOf(app: App, { path, one, of }: WorkKind, phrases: PhrasesService): void {
  const work = ({ id }: { id: string }) => of(Number(id));
  app.post(
    `${path}/:id/phrases`,
    route('operator', `Shows the phrases of the customer of ${one} that one works on, for 30 s`, {
      params,
      answer: phrasesShownSchema,
    }),
    async (request, reply) => {
      const shown = await phrases.show(callerOf(request), work(request.params));
      return reply.header('cache-control', 'no-store').send(shown);
    },
  );
  app.post(
    `${path}/:id/phrase-checks`,
    route('operator', `Compares a spoken phrase with those of the customer of ${one}`, {
      params,
      body: phraseCheckSchema,
      answer: phraseCheckedSchema,
    }),
    async (request) => ({
      answer: await phrases.checkOn(callerOf(request), work(request.params), request.body.spoken),
    }),
  );
  app.post(
    `${path}/:id/phrase-answers`,
    route('operator', `Notes whether the phrase that was heard for ${one} is right`, {
      params,
      body: phraseHeardSchema,
      answer: null,
    }),
    (request) => phrases.noteHeard(callerOf(request), work(request.params), request.body.answer),
  );
  app.post(
    `${path}/:id/duress`,
    route('operator', `Says that the customer of ${one} is under duress`, { params, answer: null }),
    (request) => phrases.duress(callerOf(request), work(request.params)),
  );
}

/** Of one kind of work: whom to call, and the calls that were tried. */
function contactsOf(
  app: App,
  { path, one, of }: WorkKind,
  { tries, workContacts }: Pick<ContactWorkServices, 'tries' | 'workContacts'>,
): void {
  const work = ({ id }: { id: string }) => of(Number(id));
  app.get(
    `${path}/:id/contacts`,
    route('desk', `Lists whom to call for ${one}, in order`, { params, answer: workContactsSchema }),
    (request) => workContacts.list(callerOf(request), work(request.params)),
  );
  app.get(
    `${path}/:id/tries`,
    route('desk', `Lists the calls that were tried for ${one}`, {
      params,
      answer: z.array(contactTrySchema),
    }),
    async (request) => [...(await tries.list(callerOf(request), work(request.params)))],
  );
  app.post(
    `${path}/:id/tries`,
    route('operator', `Notes a call that was tried for ${one}`, {
      params,
      body: contactTryInputSchema,
      answer: contactTrySchema,
    }),
    (request) => tries.note(callerOf(request), work(request.params), request.body),
  );
}
