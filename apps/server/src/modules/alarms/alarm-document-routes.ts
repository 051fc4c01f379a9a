import { longIdTextSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { AlarmDocumentService } from './alarm-document-service.ts';

export function alarmDocumentRoutes(app: App, document: AlarmDocumentService): void {
  app.get(
    '/alarms/:id/document',
    {
      config: { access: 'desk', answerTypes: ['application/pdf'] },
      schema: {
        summary:
          'Makes the history of an alarm as PDF for its customer: no notes, phrases or numbers of people',
        tags: ['alarms'],
        params: z.object({ id: longIdTextSchema }),
      },
    },
    async (request, reply) => {
      const id = Number(request.params.id);
      const pdf = await document.make(callerOf(request), id, request.hostname);
      return reply
        .header('content-disposition', `attachment; filename="atendimento-${id}.pdf"`)
        .type('application/pdf')
        .send(pdf);
    },
  );
}
