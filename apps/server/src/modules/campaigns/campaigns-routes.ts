import {
  type CampaignDevice,
  campaignDeviceSchema,
  campaignInputSchema,
  campaignOrderSchema,
  campaignQuerySchema,
  campaignSchema,
} from '@atalaia/contract/devices/campaign';
import { spreadsheetType } from '@atalaia/contract/reports/report-query';
import { idParamsSchema } from '@atalaia/contract/values/query-values';
import { z } from 'zod';
import { negotiatedType } from '../../platform/http/accepted-types.ts';
import type { App } from '../../platform/http/app-type.ts';
import { callerOf } from '../../platform/http/authentication.ts';
import { csvCell } from '../../platform/http/csv-cell.ts';
import { etag } from '../../platform/http/route-access.ts';
import { routeOptions } from '../../platform/http/route-options.ts';
import { crudRoutes } from '../../resources/crud-routes.ts';
import { type ListSheet, sendSheet } from '../../resources/list-sheet.ts';
import type { CampaignsService } from './campaigns-service.ts';

const route = routeOptions('campaigns');
const params = idParamsSchema;
const csvType = 'text/csv';

export function campaignsRoutes(app: App, campaigns: CampaignsService, makeSheet: ListSheet['make']): void {
  crudRoutes(app, {
    path: '/campaigns',
    one: 'a campaign that brings trackers here by SMS',
    list: 'the campaigns, by name',
    schema: campaignSchema,
    inputSchema: campaignInputSchema,
    querySchema: campaignQuerySchema,
    reading: 'administrator',
    writing: 'administrator',
    service: campaigns,
  });
  app.get(
    '/campaigns/:id/devices',
    route(
      {
        ...{ access: 'administrator', refusals: [409] },
        ...{ answerTypes: [csvType, spreadsheetType], answerHeaders: [etag] },
      },
      'Lists the devices of a campaign with their SMS as it would be sent now, as JSON, CSV or a spreadsheet',
      { params, answer: z.array(campaignDeviceSchema) },
    ),
    async (request, reply) => {
      const { devices, revision } = await campaigns.devices(Number(request.params.id));
      const type = negotiatedType(request.headers.accept, ['application/json', csvType, spreadsheetType]);
      if (type === spreadsheetType) {
        const rows = jsonOf(devices);
        const sheet = { name: 'campanha.xlsx', make: makeSheet };
        return sendSheet(reply, callerOf(request), { rows, total: devices.length }, sheet);
      }
      if (type === csvType) {
        reply.header('content-disposition', 'attachment; filename="campanha.csv"');
        return reply.type('text/csv; charset=utf-8').send(csvOf(devices) as never);
      }
      reply.header('etag', revision);
      return devices as CampaignDevice[];
    },
  );
  const orders = {
    start: 'Starts a campaign, or goes on',
    retry: 'Sends again to who did not come, and of a paused campaign what waits in its queue',
  } as const;
  for (const act of ['start', 'retry'] as const)
    app.post(
      `/campaigns/:id/${act}`,
      route(
        { access: 'administrator', refusals: [409], takesRevision: true },
        `${orders[act]}; refused where it would be another number of SMS than the person was asked about`,
        { params, body: campaignOrderSchema, answer: null },
      ),
      (request) => {
        const ifMatch = request.headers['if-match'];
        return campaigns[act](callerOf(request), Number(request.params.id), request.body.count, ifMatch);
      },
    );
  const ends = { pause: 'Pauses a campaign', stop: 'Stops a campaign for good' } as const;
  for (const act of ['pause', 'stop'] as const)
    app.post(
      `/campaigns/:id/${act}`,
      route({ access: 'administrator', refusals: [409] }, ends[act], { params, answer: null }),
      (request) => campaigns[act](callerOf(request), Number(request.params.id)),
    );
}

async function* jsonOf(devices: readonly CampaignDevice[]) {
  if (devices.length > 0) yield devices.map((device) => JSON.stringify(device)).join(',');
}

const csvColumns = [
  ...(['deviceId', 'name', 'uniqueId', 'phone', 'model', 'state', 'fault'] as const),
  ...(['attempts', 'sentAt', 'arrivedAt', 'error'] as const),
];

/** For programs: the fields of the JSON by their own names. The texts, which contain passwords, stay on the screen. */
function csvOf(devices: readonly CampaignDevice[]): string {
  const lines = devices.map((device) => csvColumns.map((field) => csvCell(device[field])).join(','));
  return `${[csvColumns.join(','), ...lines].join('\r\n')}\r\n`;
}
