import { alarmDetailSchema } from '@atalaia/contract/desk/alarm';
import { alarmStepInputSchema } from '@atalaia/contract/desk/alarm-acts';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-type.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { sendJson } from '../../../platform/http/json-text.ts';
import { routeOptions } from '../../../platform/http/route-options.ts';
import type { AlarmStepsService } from './steps-service.ts';

const route = routeOptions('alarms');

export function alarmStepsRoutes(app: App, steps: AlarmStepsService): void {
  app.put(
    '/alarms/:id/steps/:stepId',
    route(
      { access: 'operator', refusals: [422, 502] },
      'Does the step of the procedure that is to be done now',
      {
        params: z.object({ id: longIdTextSchema, stepId: z.string().max(64) }),
        body: alarmStepInputSchema,
        answer: alarmDetailSchema,
      },
    ),
    async (request, reply) => {
      const { id, stepId } = request.params;
      return sendJson(reply, await steps.answer(callerOf(request), Number(id), stepId, request.body));
    },
  );
}
