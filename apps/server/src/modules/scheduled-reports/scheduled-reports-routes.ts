import {
  fieldReportInputSchema,
  fieldReportQuerySchema,
  fieldReportSchema,
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
  crudRoutes(app, {
    path: '/reports',
    one: 'a scheduled report in the form of the field',
    list: 'the scheduled reports of the caller in the form of the field; an administrator sees all',
    schema: fieldReportSchema,
    inputSchema: fieldReportInputSchema,
    querySchema: fieldReportQuerySchema,
    writing: 'writer',
    service: service.ofField,
  });
}
