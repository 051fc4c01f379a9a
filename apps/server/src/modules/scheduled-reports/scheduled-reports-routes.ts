import {
  scheduledReportInputSchema,
  scheduledReportQuerySchema,
  scheduledReportSchema,
} from '@atalaia/contract/scheduled-report';
import type { App } from '../../http/app-type.ts';
import { crudRoutes } from '../../http/crud-routes.ts';
import type { ScheduledReportsService } from './scheduled-reports-service.ts';

export function scheduledReportsRoutes(app: App, service: ScheduledReportsService): void {
  crudRoutes(app, {
    path: '/scheduled-reports',
    schema: scheduledReportSchema,
    inputSchema: scheduledReportInputSchema,
    querySchema: scheduledReportQuerySchema,
    writing: 'writer',
    service,
  });
}
