import { firstHourSchema, notedStepSchema, stepNoteSchema } from '@atalaia/contract/sinisters/first-hour';
import { policeFactsInputSchema, policeTextsSchema } from '@atalaia/contract/sinisters/police-texts';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { FirstHourService } from './first-hour-service.ts';
import type { PoliceTextsService } from './police-texts-service.ts';

const tags = ['sinisters'];
const reads = { access: 'centre' } as const;
const writes = { access: 'centre-writer' } as const;
const params = idParamsSchema;

export interface RecoveryRoutesParts {
  readonly firstHour: FirstHourService;
  readonly policeTexts: PoliceTextsService;
}

/** The first hour of a theft, and the texts for the police. */
export function recoveryRoutes(app: App, { firstHour, policeTexts }: RecoveryRoutesParts): void {
  app.get(
    '/sinisters/:id/first-hour',
    {
      config: reads,
      schema: {
        summary: 'Reads what was done in the first hour of an incident, and what is missing',
        tags,
        params,
        response: { 200: firstHourSchema },
      },
    },
    (request) => firstHour.read(callerOf(request), Number(request.params.id)),
  );
  const ofStep = params.extend({ step: notedStepSchema });
  app.put(
    '/sinisters/:id/first-hour/:step',
    {
      config: writes,
      schema: {
        summary: 'Notes that a step of the first hour was done, with the number that was given',
        tags,
        params: ofStep,
        body: stepNoteSchema,
        response: { 200: firstHourSchema },
      },
    },
    (request) =>
      firstHour.note(callerOf(request), Number(request.params.id), request.params.step, request.body),
  );
  app.delete(
    '/sinisters/:id/first-hour/:step',
    {
      config: writes,
      schema: {
        summary: 'Takes back a step of the first hour that was noted by mistake',
        tags,
        params: ofStep,
        response: { 200: firstHourSchema },
      },
    },
    (request) => firstHour.takeBack(callerOf(request), Number(request.params.id), request.params.step),
  );
  app.get(
    '/sinisters/:id/police-texts',
    {
      config: reads,
      schema: {
        summary: 'Reads the texts for the police report and for SINAL, and what is missing of them',
        tags,
        params,
        response: { 200: policeTextsSchema },
      },
    },
    (request) => policeTexts.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    '/sinisters/:id/police-texts',
    {
      config: writes,
      schema: {
        summary: 'Saves what the texts for the police say beside vehicle, customer and case',
        tags,
        params,
        body: policeFactsInputSchema,
        response: { 200: policeTextsSchema },
      },
    },
    (request) => policeTexts.save(callerOf(request), Number(request.params.id), request.body),
  );
}
