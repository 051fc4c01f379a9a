import cookie from '@fastify/cookie';
import fastify, { type FastifyBaseLogger, LogController, type RouteOptions } from 'fastify';
import type { Logger } from 'pino';
import type { HandleForwarded } from './ingest/connection/osmand-request.ts';
import { forwardRoutes } from './ingest/listeners/forward-routes.ts';
import { type HandleOsmand, osmandRoute } from './ingest/listeners/osmand-route.ts';
import { liveRoutes, type ReadSnapshot } from './live/live-routes.ts';
import { accountLinksRoutes, fieldPasswordRoutes } from './modules/account-links/account-links-routes.ts';
import { accumulatorsRoutes } from './modules/accumulators/accumulators-service.ts';
import { addressesRoutes, completeAddresses } from './modules/addresses/addresses-routes.ts';
import { alarmRulesRoutes } from './modules/alarm-rules/alarm-rules-routes.ts';
import { alarmDocumentRoutes, alarmsRoutes } from './modules/alarms/alarms-routes.ts';
import { callsRoutes } from './modules/alarms/calls-routes.ts';
import { alarmStepsRoutes } from './modules/alarms/steps/steps-routes.ts';
import { auditRoutes } from './modules/audit/audit-service.ts';
import { blockPoliciesRoutes } from './modules/commands/blocks/block-policies-routes.ts';
import { blocksRoutes } from './modules/commands/blocks/blocks-routes.ts';
import { commandsRoutes } from './modules/commands/commands-routes.ts';
import { companiesRoutes } from './modules/companies/companies-routes.ts';
import { companyAppRoutes } from './modules/companies/company-app-routes.ts';
import { contactsRoutes } from './modules/contacts/contacts-routes.ts';
import { phrasesRoutes } from './modules/contacts/phrases-routes.ts';
import { demoRoutes } from './modules/demo/demo-routes.ts';
import { deskListsRoutes } from './modules/desk/desk-lists-routes.ts';
import { deskRoutes } from './modules/desk/desk-routes.ts';
import { shiftRoutes } from './modules/desk/shift-routes.ts';
import { deviceImageRoutes, devicesRoutes } from './modules/devices/devices-routes.ts';
import { eventsRoutes } from './modules/events/events-routes.ts';
import { fleetControlRoutes } from './modules/fleet-control/fleet-control-routes.ts';
import { groupsRoutes } from './modules/groups/groups-routes.ts';
import { importsRoutes } from './modules/imports/imports-routes.ts';
import { mapsRoutes } from './modules/maps/maps-routes.ts';
import { notificationsRoutes, webPushRoutes } from './modules/notifications/notifications-routes.ts';
import { openIdRoutes } from './modules/openid/openid-routes.ts';
import { paymentsRoutes } from './modules/payments/payments-routes.ts';
import { permissionsRoutes } from './modules/permissions/permissions-routes.ts';
import { positionsRoutes } from './modules/positions/positions-routes.ts';
import { postalCodesRoutes } from './modules/postal-codes/postal-codes-routes.ts';
import { proceduresRoutes } from './modules/procedures/procedures-routes.ts';
import {
  differencesRoutes,
  moneyAtRiskRoutes,
  simCardsRoutes,
} from './modules/reconciliation/reconciliation-routes.ts';
import { withCallOutPhones } from './modules/recovery/call-out-phones.ts';
import { callOutsRoutes } from './modules/recovery/call-outs-routes.ts';
import { cockpitRoutes } from './modules/recovery/cockpit-routes.ts';
import { recoveryRoutes } from './modules/recovery/recovery-routes.ts';
import { visitorRoutes } from './modules/recovery/visitor-routes.ts';
import { refusedMessagesRoutes } from './modules/refused-messages/refused-messages-service.ts';
import { reportsRoutes } from './modules/reports/reports-routes.ts';
import { scheduledReportsRoutes } from './modules/scheduled-reports/scheduled-reports-routes.ts';
import { passkeysRoutes, secondFactorRoutes } from './modules/second-factor/second-factor-routes.ts';
import {
  integrationsRoutes,
  serverSettingsRoutes,
  storageRoutes,
} from './modules/server-settings/server-settings-routes.ts';
import { sessionsRoutes } from './modules/sessions/sessions-routes.ts';
import { fieldShareRoutes, sharingRoutes } from './modules/sharing/sharing-routes.ts';
import { sinisterReportRoutes, sinistersRoutes } from './modules/sinisters/sinisters-routes.ts';
import { statisticsRoutes } from './modules/statistics/statistics-service.ts';
import { trafficRoutes } from './modules/traffic/traffic-routes.ts';
import { unknownTrackersRoutes } from './modules/unknown-trackers/unknown-trackers-routes.ts';
import { usersRoutes } from './modules/users/users-routes.ts';
import { refuseUnacceptable } from './platform/http/accepted-types.ts';
import type { App, Request } from './platform/http/app-type.ts';
import { authenticateRequests, cookieTokenIn } from './platform/http/authentication.ts';
import { compressAnswers, parseJsonBodies } from './platform/http/bodies.ts';
import type { IsProxy } from './platform/http/connections/proxies.ts';
import {
  boundWebConnections,
  defaultWebLimits,
  serverTimes,
  type WebLimits,
} from './platform/http/connections/web-connections.ts';
import type { IsOutOfSpace } from './platform/http/errors/error-body.ts';
import {
  handleErrors,
  refuseBrokenRequest,
  refuseWhileStopping,
  sendRefusal,
} from './platform/http/errors/error-handler.ts';
import { type HealthParts, healthRoutes } from './platform/http/health/health-routes.ts';
import { answerOnce } from './platform/http/idempotent-requests.ts';
import { describeApi } from './platform/http/openapi/openapi.ts';
import { type AllowedOrigins, allowOrigins } from './platform/http/origins.ts';
import { logRequests, measureRequests } from './platform/http/request-log.ts';
import { type MethodsAt, noteRouteMethods, optionsRoute } from './platform/http/route-methods.ts';
import { warnOfUnknownFields } from './platform/http/unknown-fields.ts';
import { validatorCompiler } from './platform/http/validation.ts';
import type { FormerFiles } from './platform/http/web-files/former-files-queries.ts';
import { sendFormerFile, serveWebFiles } from './platform/http/web-files/web-files.ts';
import { createWebPage, sendSecurityHeaders } from './platform/http/web-files/web-page.ts';
import { traceRequests } from './platform/tracing.ts';
import { resourceRoutes } from './resource-services.ts';
import { namedSchemas } from './schema-names.ts';
import type { Services } from './services.ts';

export interface AppParts extends Omit<HealthParts, 'readStorage'> {
  readonly log: Logger;
  /** Proxies whose X-Forwarded headers are believed. */
  readonly isProxy: IsProxy;
  /** Other sites whose pages may call the API; none when absent. */
  readonly allowedOrigins?: AllowedOrigins;
  /** Bounds of the web port; those that are not given are the product's own. */
  readonly webLimits?: Partial<WebLimits>;
  /** The running version of the product. */
  readonly version: string;
  readonly services: Services;
  /** `GET /api/live/snapshot` as pieces of JSON text. */
  readonly readSnapshot: ReadSnapshot;
  /** Takes what other servers forward. */
  readonly handleForwarded: HandleForwarded;
  /** Answers trackers that speak HTTP on the web port; absent where no tracker is received. */
  readonly handleOsmand?: HandleOsmand;
  readonly isOutOfSpace: IsOutOfSpace;
  /** The built web client; absent where only the API is served. */
  readonly webRoot?: string;
  /** Files of the web client of releases before. */
  readonly formerFiles?: Pick<FormerFiles, 'find'>;
  /** Called with each route as it is registered. */
  readonly onRoute?: (route: RouteOptions) => void;
}

/**
 * The HTTP application: the API, the web client, health and metrics. It never listens; its `server` is there for the
 * live channel to attach to.
 */
export async function buildApp(parts: AppParts): Promise<App> {
  const { services } = parts;
  const log: FastifyBaseLogger = parts.log;
  const limits = { ...defaultWebLimits, ...parts.webLimits };
  const app: App = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: () => crypto.randomUUID(),
    trustProxy: parts.isProxy,
    bodyLimit: 1024 * 1024,
    forceCloseConnections: 'idle',
    // `refuseWhileStopping` says it as every refusal is said
    return503OnClosing: false,
    ...serverTimes(limits),
    frameworkErrors: (error, request, reply) => sendRefusal(error, request, reply),
    clientErrorHandler: refuseBrokenRequest,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
  });
  const mapHosts = async (request: Request) => {
    const { ip } = request;
    const token = cookieTokenIn(request);
    const person = token ? await services.sessions.byToken(token, 'cookie', ip) : undefined;
    return services.serverSettings.mapHosts(person);
  };
  const page = parts.webRoot ? createWebPage({ root: parts.webRoot, mapHosts }) : undefined;
  const methodsAt = noteRouteMethods(app);
  const sendFormer = parts.formerFiles && sendFormerFile(parts.formerFiles);
  handleErrors(app, page, parts.isOutOfSpace, methodsAt, sendFormer);
  refuseWhileStopping(app);
  app.setValidatorCompiler(validatorCompiler);
  // answers are checked against their schemas in tests, and written as they are
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
  parseJsonBodies(app);
  traceRequests(app);
  logRequests(app);
  measureRequests(app, parts.metrics);
  sendSecurityHeaders(app);
  boundWebConnections(app, { ...parts, limits });
  await allowOrigins(app, parts.allowedOrigins ?? []);
  completeAddresses(app, services.addresses);
  await compressAnswers(app);
  await app.register(cookie);
  if (parts.onRoute) app.addHook('onRoute', parts.onRoute);
  // public: the routes of the library that serves it state no access
  await describeApi(app, { version: parts.version, namedSchemas });
  authenticateRequests(app, services.sessions);
  refuseUnacceptable(app);
  warnOfUnknownFields(app);
  answerOnce(app, services.idempotency);
  await app.register((api: App) => apiRoutes(api, parts, methodsAt), { prefix: '/api' });
  companyAppRoutes(app, services.companies);
  healthRoutes(app, { ...parts, readStorage: services.storage.read });
  if (parts.handleOsmand) {
    await osmandRoute(app, withCallOutPhones(parts.handleOsmand, services.recovery.calledOut));
  }
  if (parts.webRoot && page) await serveWebFiles(app, parts.webRoot, page);
  return app;
}

async function apiRoutes(
  api: App,
  { services, readSnapshot, handleForwarded }: AppParts,
  methodsAt: MethodsAt,
): Promise<void> {
  optionsRoute(api, methodsAt);
  await api.register((scope: App) => sessionsRoutes(scope, services.sessions, services.passkeys));
  openIdRoutes(api, services.openId);
  accountLinksRoutes(api, services.accountLinks);
  await api.register((scope: App) => fieldPasswordRoutes(scope, services.accountLinks));
  secondFactorRoutes(api, services.secondFactor);
  passkeysRoutes(api, services.passkeys);
  serverSettingsRoutes(api, services.serverSettings);
  integrationsRoutes(api, services.integrations);
  await companiesRoutes(api, services.companies, services.companyRecords);
  devicesRoutes(api, services.devices, services.bulkChanges, services.imports.listSheet('devices'));
  await api.register(async (scope: App) => deviceImageRoutes(scope, services.resources.deviceImages));
  accumulatorsRoutes(api, services.accumulators);
  groupsRoutes(api, services.groups);
  resourceRoutes(api, services.resources, { campaign: services.imports.listSheet('campaign') });
  notificationsRoutes(api, services.notifications);
  webPushRoutes(api, services.webPush);
  usersRoutes(api, services.users, services.bulkChanges);
  positionsRoutes(api, services.positions);
  permissionsRoutes(api, services);
  refusedMessagesRoutes(api, services.refusedMessages);
  unknownTrackersRoutes(api, services.unknownTrackers);
  eventsRoutes(api, services.events);
  callsRoutes(api, services.desk.calls, services.imports.listSheet('alarms'));
  alarmsRoutes(api, services.desk.alarms);
  alarmDocumentRoutes(api, services.alarmDocument);
  alarmStepsRoutes(api, services.alarmSteps);
  alarmRulesRoutes(api, services.desk.alarmRules);
  proceduresRoutes(api, services.desk.procedures);
  deskRoutes(api, services.desk.desk);
  shiftRoutes(api, services.desk.shift);
  deskListsRoutes(
    api,
    services.desk.silences,
    services.desk.silentDevices,
    services.imports.listSheet('silentDevices'),
  );
  contactsRoutes(api, services.contacts);
  phrasesRoutes(api, services);
  commandsRoutes(api, services.commands);
  blocksRoutes(api, services.commands.blocks);
  blockPoliciesRoutes(api, services.commands.blockPolicies);
  sinistersRoutes(api, services);
  sinisterReportRoutes(api, services.sinisterReport);
  recoveryRoutes(api, services.recovery);
  cockpitRoutes(api, services.recovery);
  callOutsRoutes(api, services.recovery, services.imports.listSheet('callOuts'));
  visitorRoutes(api, services.recovery);
  sharingRoutes(api, services.sharing);
  await api.register((scope: App) => fieldShareRoutes(scope, services.sharing));
  reportsRoutes(api, services.reports, {
    list: (caller) => services.devices.list(caller, {}),
    make: services.imports.listSheet('devices'),
  });
  scheduledReportsRoutes(api, services.scheduledReports);
  auditRoutes(api, services.audit);
  await api.register((scope: App) => importsRoutes(scope, services.imports));
  addressesRoutes(api, services.addresses);
  postalCodesRoutes(api, services.postalCodes);
  demoRoutes(api, services.demo);
  fleetControlRoutes(api, services.fleetControl);
  paymentsRoutes(api, services.payments, services.unmatchedPayments);
  differencesRoutes(api, services.reconciliation.differences, services.imports.listSheet('differences'));
  moneyAtRiskRoutes(api, services.reconciliation.moneyAtRisk, services.imports.listSheet('moneyAtRisk'));
  await api.register((scope: App) =>
    simCardsRoutes(scope, services.reconciliation.simCards, services.imports.listSheet('simCards')),
  );
  trafficRoutes(api, services.traffic);
  statisticsRoutes(api, services.statistics);
  storageRoutes(api, services.storage);
  mapsRoutes(api, services.maps);
  liveRoutes(api, readSnapshot);
  await api.register((scope: App) => forwardRoutes(scope, handleForwarded, services.visibility));
}
