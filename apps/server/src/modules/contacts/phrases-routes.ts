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
import type { Work } from '../alarms/held-work-service.ts';
import type { PhrasesService } from './phrases-service.ts';
import type { TriesService } from './tries-service.ts';
import type { WorkContactsService } from './work-contacts-service.ts';

const tags = ['contacts'];
const params = z.object({ id: longIdTextSchema });
const config = { access: 'operator' } as const;

const works: readonly { path: string; one: string; of: (id: number) => Work }[] = [
  { path: '/alarms', one: 'an alarm', of: (alarmId) => ({ alarmId }) },
  { path: '/sinisters', one: 'a sinister', of: (sinisterId) => ({ sinisterId }) },
];

export interface ContactWorkServices {
  readonly phrases: PhrasesService;
  readonly tries: TriesService;
  readonly workContacts: WorkContactsService;
}

export function phrasesRoutes(
  app: App,
  { phrases, tries, workContacts: contacts }: ContactWorkServices,
): void {
  for (const { path, one, of } of works) {
    const work = ({ id }: { id: string }) => of(Number(id));
    app.post(
      `${path}/:id/phrases`,
      {
        config,
        schema: {
          summary: `Shows the phrases of the customer of ${one} that one works on, for 30 s`,
          tags,
          params,
          response: { 200: phrasesShownSchema },
        },
      },
      async (request, reply) => {
        const shown = await phrases.show(callerOf(request), work(request.params));
        return reply.header('cache-control', 'no-store').send(shown);
      },
    );
    app.post(
      `${path}/:id/phrase-checks`,
      {
        config,
        schema: {
          summary: `Compares a spoken phrase with those of the customer of ${one}`,
          tags,
          params,
          body: phraseCheckSchema,
          response: { 200: phraseCheckedSchema },
        },
      },
      async (request) => ({
        answer: await phrases.checkOn(callerOf(request), work(request.params), request.body.spoken),
      }),
    );
    app.post(
      `${path}/:id/phrase-answers`,
      {
        config,
        schema: {
          summary: `Notes whether the phrase that was heard for ${one} is right`,
          tags,
          params,
          body: phraseHeardSchema,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await phrases.noteHeard(callerOf(request), work(request.params), request.body.answer);
        return reply.code(204).send(null);
      },
    );
    app.post(
      `${path}/:id/duress`,
      {
        config,
        schema: {
          summary: `Says that the customer of ${one} is under duress`,
          tags,
          params,
          response: { 204: z.null() },
        },
      },
      async (request, reply) => {
        await phrases.duress(callerOf(request), work(request.params));
        return reply.code(204).send(null);
      },
    );
    app.get(
      `${path}/:id/contacts`,
      {
        config: { access: 'desk' },
        schema: {
          summary: `Lists whom to call for ${one}, in order`,
          tags,
          params,
          response: { 200: workContactsSchema },
        },
      },
      (request) => contacts.list(callerOf(request), work(request.params)),
    );
    app.get(
      `${path}/:id/tries`,
      {
        config: { access: 'desk' },
        schema: {
          summary: `Lists the calls that were tried for ${one}`,
          tags,
          params,
          response: { 200: z.array(contactTrySchema) },
        },
      },
      async (request) => [...(await tries.list(callerOf(request), work(request.params)))],
    );
    app.post(
      `${path}/:id/tries`,
      {
        config,
        schema: {
          summary: `Notes a call that was tried for ${one}`,
          tags,
          params,
          body: contactTryInputSchema,
          response: { 200: contactTrySchema },
        },
      },
      (request) => tries.note(callerOf(request), work(request.params), request.body),
    );
  }
  app.put(
    '/contact-tries/:id/recording',
    {
      config,
      schema: {
        summary: 'Says where a call can be heard',
        tags,
        params,
        body: contactRecordingSchema,
        response: { 200: contactTrySchema },
      },
    },
    (request) => tries.setRecording(callerOf(request), Number(request.params.id), request.body.recordingUrl),
  );
}
