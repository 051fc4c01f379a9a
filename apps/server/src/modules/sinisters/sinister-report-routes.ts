import { sinisterReportQuerySchema } from '@atalaia/contract/sinisters/sinister';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import type { SinisterReportService } from './sinister-report-service.ts';

export function sinisterReportRoutes(app: App, report: SinisterReportService): void {
  app.get(
    '/reports/sinister',
    {
      config: { access: 'signed-in', answerTypes: ['application/pdf'] },
      schema: {
        summary: 'Makes the report of an incident as PDF, with its occurrences and a map',
        tags: ['reports'],
        querystring: sinisterReportQuerySchema,
      },
    },
    async (request, reply) => {
      const pdf = await report.make(callerOf(request), Number(request.query.sinisterId), request.hostname);
      return reply
        .header('content-disposition', 'attachment; filename="relatorio.pdf"')
        .type('application/pdf')
        .send(pdf);
    },
  );
}
