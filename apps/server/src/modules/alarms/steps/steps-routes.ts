import { alarmDetailSchema } from '@atalaia/contract/desk/alarm';
import { alarmStepInputSchema } from '@atalaia/contract/desk/alarm-acts';
import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../../platform/http/app-type.ts';
import { callerOf } from '../../../platform/http/authentication.ts';
import { sendJson } from '../../../platform/http/json-text.ts';
import type { AlarmStepsService } from './steps-service.ts';

export function alarmStepsRoutes(app: App, steps: AlarmStepsService): void {
  app.put(
    '/alarms/:id/steps/:stepId',
    {
      config: { access: 'operator', refusals: [422, 502] },
      schema: {
        summary: 'Does the step of the procedure that is to be done now',
        tags: ['alarms'],
        params: z.object({ id: longIdTextSchema, stepId: z.string().max(64) }),
        body: alarmStepInputSchema,
        response: { 200: alarmDetailSchema },
      },
    },
    async (request, reply) => {
      const { id, stepId } = request.params;
      return sendJson(reply, await steps.answer(callerOf(request), Number(id), stepId, request.body));
    },
  );
}
