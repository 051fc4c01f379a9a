/** The services of every module, put together: what routes, live channel, ingest and jobs are handed. */
import type { TrackerPort } from '@atalaia/contract/unknown-tracker';
import type { User } from '@atalaia/contract/user';
import { resolveSettings } from '@atalaia/domain/settings';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { notFound } from './app-error.ts';
import type { Bus } from './bus/bus.ts';
import type { Database } from './db/database.ts';
import type { Links } from './ingest/connection/links.ts';
import type { Totals } from './ingest/totals.ts';
import type { Traffic } from './ingest/traffic/traffic.ts';
import type { Channels } from './integrations/channels.ts';
import type { FleetControl } from './integrations/fleet-control/fleet-control.ts';
import type { Geocoding } from './integrations/geocoding/geocoding.ts';
import type { Payments } from './integrations/payments/payments.ts';
import type { PostalCodes } from './integrations/postal-codes/postal-codes.ts';
import type { Secrets } from './integrations/secrets/secrets.ts';
import {
  type AccumulatorsService,
  createAccumulatorsService,
} from './modules/accumulators/accumulators-service.ts';
import { type AddressesService, createAddressesService } from './modules/addresses/addresses-service.ts';
import { type AuditService, createAuditService } from './modules/audit/audit-service.ts';
import { type CommandsService, createCommandsService } from './modules/commands/commands-service.ts';
import { type CompaniesService, createCompaniesService } from './modules/companies/companies-service.ts';
import { createCustomersBulkService } from './modules/customers/customers-bulk-service.ts';
import { createDevicesBulkService } from './modules/devices/devices-bulk-service.ts';
import { createDevicesService, type DevicesService } from './modules/devices/devices-service.ts';
import { createEventsService, type EventsService } from './modules/events/events-service.ts';
import {
  createFleetControlService,
  type FleetControlService,
} from './modules/fleet-control/fleet-control-service.ts';
import { createGroupNamesService } from './modules/groups/group-names-service.ts';
import { createGroupsService, type GroupsService } from './modules/groups/groups-service.ts';
import { createImportsService, type ImportsService } from './modules/imports/imports-service.ts';
import { createSheetThread, type SheetOrderThread } from './modules/imports/thread/sheet-thread.ts';
import { createLinkedService } from './modules/linked/linked-service.ts';
import { createNoticesMetrics } from './modules/notices/notices-metrics.ts';
import { createNoticesService, type NoticesService } from './modules/notices/notices-service.ts';
import { notifications } from './modules/notifications/notifications.ts';
import {
  createNotificationsService,
  type NotificationsService,
} from './modules/notifications/notifications-service.ts';
import { createPaymentsService, type PaymentsService } from './modules/payments/payments-service.ts';
import { createUnmatchedService, type UnmatchedService } from './modules/payments/unmatched-service.ts';
import { createLinkablesService, type LinkablesService } from './modules/permissions/linkables-service.ts';
import {
  createPermissionsService,
  type PermissionsService,
} from './modules/permissions/permissions-service.ts';
import { createPositionsService, type PositionsService } from './modules/positions/positions-service.ts';
import {
  createPostalCodesService,
  type PostalCodesService,
} from './modules/postal-codes/postal-codes-service.ts';
import { createReportsService, type ReportsService } from './modules/reports/reports-service.ts';
import type { ReportThread } from './modules/reports/thread/report-thread.ts';
import {
  createScheduledReportsService,
  type ScheduledReportsService,
} from './modules/scheduled-reports/scheduled-reports-service.ts';
import {
  createServerSettingsService,
  type ServerSettingsService,
} from './modules/server-settings/server-settings-service.ts';
import { createPasswordCheck } from './modules/sessions/password-check.ts';
import { createPasswordHasher, type PasswordHasher } from './modules/sessions/password-hash.ts';
import { endSessionsOf } from './modules/sessions/session-ending.ts';
import { hashToken, makeToken } from './modules/sessions/session-token.ts';
import { createSessionsService, type SessionsService } from './modules/sessions/sessions-service.ts';
import { createSignInLimits } from './modules/sessions/sign-in-limits.ts';
import { createSharingService, type SharingService } from './modules/sharing/sharing-service.ts';
import { createSight, type Sight } from './modules/sight/sight.ts';
import {
  createOccurrencesService,
  type OccurrencesService,
} from './modules/sinisters/occurrences-service.ts';
import { requireNoOpenSinister } from './modules/sinisters/open-sinisters.ts';
import {
  createSinisterReportService,
  type SinisterReportService,
} from './modules/sinisters/sinister-report-service.ts';
import { createSinistersService, type SinistersService } from './modules/sinisters/sinisters-service.ts';
import { createStatisticsService, type StatisticsService } from './modules/statistics/statistics-service.ts';
import { createTrafficService, type TrafficService } from './modules/traffic/traffic-service.ts';
import {
  createUnknownTrackersService,
  type UnknownTrackersService,
} from './modules/unknown-trackers/unknown-trackers-service.ts';
import { describeUsers } from './modules/users/users-presenter.ts';
import { createUsersService, type UsersService } from './modules/users/users-service.ts';
import { createRegisters, type Registers } from './registers.ts';
import { type Commit, createCommit } from './writing/commit.ts';

export interface Services {
  readonly commit: Commit;
  readonly sight: Sight;
  readonly accumulators: AccumulatorsService;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  readonly serverSettings: ServerSettingsService;
  readonly companies: CompaniesService;
  readonly devices: DevicesService;
  readonly registers: Registers;
  readonly notices: NoticesService;
  readonly notifications: NotificationsService;
  readonly groups: GroupsService;
  readonly users: UsersService;
  readonly positions: PositionsService;
  readonly permissions: PermissionsService;
  readonly linkables: LinkablesService;
  readonly unknownTrackers: UnknownTrackersService;
  readonly events: EventsService;
  readonly commands: CommandsService;
  readonly sharing: SharingService;
  readonly sinisters: SinistersService;
  readonly sinisterReport: SinisterReportService;
  readonly occurrences: OccurrencesService;
  readonly reports: ReportsService;
  readonly scheduledReports: ScheduledReportsService;
  readonly audit: AuditService;
  readonly imports: ImportsService;
  readonly addresses: AddressesService;
  readonly postalCodes: PostalCodesService;
  readonly fleetControl: FleetControlService;
  readonly payments: PaymentsService;
  readonly unmatchedPayments: UnmatchedService;
  readonly traffic: TrafficService;
  readonly statistics: StatisticsService;
}

export interface ServicesParts {
  readonly kysely: Database['kysely'];
  readonly bus: Bus;
  readonly sessionDays: number;
  /** The running version of the product. */
  readonly version: string;
  /** The ways out to people: mail, SMS, push. */
  readonly channels: Channels;
  /** Address of the web interface, where messages link to. */
  readonly publicUrl: string | undefined;
  readonly metrics: Registry;
  readonly geocoding: Geocoding;
  readonly postalCodes: PostalCodes;
  /** The fleet-control provider. */
  readonly fleetControl: FleetControl;
  /** The card payment and billing provider. */
  readonly payments: Payments;
  /** Keeps the keys of other systems. */
  readonly secrets: Secrets;
  /** Takes what people set of a device's counts to the writers. */
  readonly totals: Pick<Totals, 'set'>;
  /** What ingest notes of its conversations. */
  readonly traffic: Traffic;
  /** Where it listens. */
  readonly trackerPorts: readonly TrackerPort[];
  /** The ways to the trackers. */
  readonly links: Links;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Where reports are made. */
  readonly reportThread: ReportThread;
  /** Where other spreadsheets are read and made. */
  readonly sheetThread: SheetOrderThread;
}

export function createServices(parts: ServicesParts): Services {
  const { kysely, bus, sessionDays, version } = parts;
  const commit = createCommit(kysely, bus);
  const sight = createSight(kysely);
  const hasher = createPasswordHasher();
  const devices = createDevicesService({
    kysely,
    commit,
    sight,
    requireRemovable: (within, id) => requireNoOpenSinister(within, 'device_id', id),
  });
  const positions = createPositionsService({ kysely, sight });
  const sinisters = createSinistersService({ kysely, commit, sight, describeDevices: devices.describe });
  const events = createEventsService({ kysely, commit });
  const permissions = createPermissionsService({ commit });
  const { linkWithin } = permissions;
  const devicesBulk = createDevicesBulkService({ kysely, sight, tellDevices: devices.tellWithin });
  const customersBulk = createCustomersBulkService({ kysely, tellDevices: devices.tellWithin });
  const fleetControl = createFleetControlService({
    kysely,
    commit,
    provider: parts.fleetControl,
    secrets: parts.secrets,
    customers: customersBulk,
    devices: devicesBulk,
    log: parts.log,
  });
  const payments = createPaymentsService({
    kysely,
    commit,
    sight,
    bus,
    payments: parts.payments,
    secrets: parts.secrets,
    log: parts.log,
  });
  const serverSettings = createServerSettingsService({ kysely, commit, version });
  const notices = createNoticesService({
    kysely,
    commit,
    channels: parts.channels,
    publicUrl: parts.publicUrl,
    count: createNoticesMetrics(parts.metrics),
    readServer: () => serverSettings.read(undefined),
  });
  const reports = createReportsService({
    kysely,
    thread: parts.reportThread,
    mailer: parts.channels.mailer,
    readServer: () => serverSettings.read(undefined),
    log: parts.log,
  });
  return {
    commit,
    sight,
    accumulators: createAccumulatorsService({ kysely, commit, sight, totals: parts.totals }),
    notices,
    notifications: createNotificationsService({
      kysely,
      notices,
      notifications: createLinkedService({ kysely, commit, sight, linkWithin }, notifications),
    }),
    passwords: hasher,
    sessions: createSessionsService({
      kysely,
      commit,
      passwords: createPasswordCheck({ kysely, hasher, limits: createSignInLimits() }),
      sessionDays,
      countVisibleDevices: sight.countDevices,
      signedIn: fleetControl.signedIn,
      async describeUser(id) {
        const json = await describeUsers(kysely, [id]);
        if (json === '') throw notFound('user', id);
        return JSON.parse(json) as User;
      },
    }),
    serverSettings,
    companies: createCompaniesService({ kysely, commit }),
    devices,
    registers: createRegisters({ kysely, commit, sight, linkWithin, devices, positions, payments }),
    groups: createGroupsService({ kysely, commit, sight, tellDevices: devices.tellWithin }),
    users: createUsersService({
      kysely,
      secrets: parts.secrets,
      commit,
      sight,
      hashPassword: hasher.hash,
      endSessions: endSessionsOf,
    }),
    positions,
    permissions,
    linkables: createLinkablesService({ kysely }),
    unknownTrackers: createUnknownTrackersService({ kysely, commit, devices, ports: parts.trackerPorts }),
    events,
    commands: createCommandsService({
      kysely,
      commit,
      sight,
      linkWithin,
      bus,
      links: parts.links,
      sendSms: parts.channels.sendSms,
      describeEvents: events.describe,
      onFailure: (err) => parts.log.error({ err }, 'queued commands could not be sent'),
    }),
    sharing: createSharingService({ kysely, commit, makeToken, hashToken }),
    sinisters,
    sinisterReport: createSinisterReportService({
      kysely,
      sinisters,
      readServer: () => serverSettings.read(undefined),
    }),
    occurrences: createOccurrencesService({ kysely, commit, sinisters }),
    reports,
    scheduledReports: createScheduledReportsService({
      kysely,
      commit,
      log: parts.log,
      send: reports.send,
      readZone: async () => resolveSettings(await serverSettings.read(undefined)).timezone,
    }),
    audit: createAuditService({ kysely }),
    imports: createImportsService({
      commit,
      thread: createSheetThread(parts.sheetThread),
      devices: devicesBulk,
      customers: customersBulk,
      groupNames: createGroupNamesService(kysely),
      readServer: () => serverSettings.read(undefined),
    }),
    addresses: createAddressesService(parts.geocoding),
    postalCodes: createPostalCodesService(parts.postalCodes),
    fleetControl,
    payments,
    unmatchedPayments: createUnmatchedService({
      kysely,
      commit,
      payments: parts.payments,
      standingOf: payments.standingOf,
    }),
    traffic: createTrafficService({ sight, traffic: parts.traffic }),
    statistics: createStatisticsService({ kysely, metrics: parts.metrics }),
  };
}
