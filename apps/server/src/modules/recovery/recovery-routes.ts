import { firstHourSchema, notedStepSchema, stepNoteSchema } from '@atalaia/contract/sinisters/first-hour';
import { policeFactsInputSchema, policeTextsSchema } from '@atalaia/contract/sinisters/police-texts';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import type { FirstHourService } from './first-hour-service.ts';
import type { PoliceTextsService } from './police-texts-service.ts';

const route = routeOptions('sinisters');
const params = idParamsSchema;

export interface RecoveryRoutesParts {
  readonly firstHour: FirstHourService;
  readonly policeTexts: PoliceTextsService;
}

/** The first hour of a theft, and the texts for the police. */
export function recoveryRoutes(app: App, { firstHour, policeTexts }: RecoveryRoutesParts): void {
  app.get(
    '/sinisters/:id/first-hour',
    route('centre', 'Reads what was done in the first hour of an incident, and what is missing', {
      params,
      answer: firstHourSchema,
    }),
    (request) => firstHour.read(callerOf(request), Number(request.params.id)),
  );
  const ofStep = params.extend({ step: notedStepSchema });
  app.put(
    '/sinisters/:id/first-hour/:step',
    route('centre-writer', 'Notes that a step of the first hour was done, with the number that was given', {
      params: ofStep,
      body: stepNoteSchema,
      answer: firstHourSchema,
    }),
    (request) =>
      firstHour.note(callerOf(request), Number(request.params.id), request.params.step, request.body),
  );
  app.delete(
    '/sinisters/:id/first-hour/:step',
    route('centre-writer', 'Takes back a step of the first hour that was noted by mistake', {
      params: ofStep,
      answer: firstHourSchema,
    }),
    (request) => firstHour.takeBack(callerOf(request), Number(request.params.id), request.params.step),
  );
  app.get(
    '/sinisters/:id/police-texts',
    route('centre', 'Reads the texts for the police report and for SINAL, and what is missing of them', {
      params,
      answer: policeTextsSchema,
    }),
    (request) => policeTexts.read(callerOf(request), Number(request.params.id)),
  );
  app.put(
    '/sinisters/:id/police-texts',
    route('centre-writer', 'Saves what the texts for the police say beside vehicle, customer and case', {
      params,
      body: policeFactsInputSchema,
      answer: policeTextsSchema,
    }),
    (request) => policeTexts.save(callerOf(request), Number(request.params.id), request.body),
  );
}
