import {
  scheduledReportInputSchema,
  scheduledReportQuerySchema,
  scheduledReportSchema,
} from '@atalaia/contract/reports/scheduled-report';
import type { App } from '../../platform/http/app-type.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import type { ScheduledReportsService } from './scheduled-reports-service.ts';

export function scheduledReportsRoutes(app: App, service: ScheduledReportsService): void {
  crudRoutes(app, {
    path: '/scheduled-reports',
    one: 'a scheduled report',
    list: 'the scheduled reports of the caller; an administrator sees all',
    schema: scheduledReportSchema,
    inputSchema: scheduledReportInputSchema,
    querySchema: scheduledReportQuerySchema,
    writing: 'writer',
    service,
  });
}
