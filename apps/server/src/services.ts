/** The services of every module, put together: what routes, live channel, ingest and jobs are handed. */

import type { User } from '@atalaia/contract/accounts/user';
import type { TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { notFound } from './errors/app-error.ts';
import type { DeviceConnections } from './ingest/connection/device-connections.ts';
import type { Totals } from './ingest/totals.ts';
import type { Traffic } from './ingest/traffic/traffic.ts';
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
import type { FleetControl } from './modules/fleet-control/provider/fleet-control.ts';
import { createGroupNamesService } from './modules/groups/group-names-service.ts';
import { createGroupsService, type GroupsService } from './modules/groups/groups-service.ts';
import {
  createIdempotencyService,
  type IdempotencyService,
} from './modules/idempotency/idempotency-service.ts';
import { createImportsService, type ImportsService } from './modules/imports/imports-service.ts';
import { createSheetThread, type SheetOrderThread } from './modules/imports/thread/sheet-thread.ts';
import { createDeliveryMetrics } from './modules/notification-deliveries/deliveries-metrics.ts';
import {
  createDeliveriesService,
  type DeliveriesService,
} from './modules/notification-deliveries/deliveries-service.ts';
import { notifications } from './modules/notifications/notifications-resource.ts';
import {
  createNotificationsService,
  type NotificationsService,
} from './modules/notifications/notifications-service.ts';
import { createPaymentsService, type PaymentsService } from './modules/payments/payments-service.ts';
import type { Payments } from './modules/payments/provider/payments.ts';
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
import type { PostalCodes } from './modules/postal-codes/provider/postal-codes.ts';
import {
  createRefusedMessagesService,
  type RefusedMessagesService,
} from './modules/refused-messages/refused-messages-service.ts';
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
import {
  createOccurrencesService,
  type OccurrencesService,
} from './modules/sinisters/occurrences-service.ts';
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
import type { Bus } from './platform/bus/bus.ts';
import type { Database } from './platform/db/database.ts';
import type { Geocoding } from './platform/geocoding/geocoding.ts';
import type { Channels } from './platform/outbound/channels.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import { type Commit, createCommit } from './queries/commit.ts';
import { createResourceServices, type ResourceServices } from './resource-services.ts';
import { createLinkedService } from './resources/linked/linked-service.ts';
import { createVisibility, type Visibility } from './visibility/visibility.ts';

export interface Services {
  readonly commit: Commit;
  readonly visibility: Visibility;
  readonly accumulators: AccumulatorsService;
  /** What was done for a request that comes again. */
  readonly idempotency: IdempotencyService;
  readonly passwords: PasswordHasher;
  readonly sessions: SessionsService;
  readonly serverSettings: ServerSettingsService;
  readonly companies: CompaniesService;
  readonly devices: DevicesService;
  readonly resources: ResourceServices;
  readonly deliveries: DeliveriesService;
  readonly notifications: NotificationsService;
  readonly groups: GroupsService;
  readonly users: UsersService;
  readonly positions: PositionsService;
  readonly permissions: PermissionsService;
  readonly linkables: LinkablesService;
  readonly refusedMessages: RefusedMessagesService;
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
  readonly deviceConnections: DeviceConnections;
  readonly log: Pick<Logger, 'error' | 'warn'>;
  /** Where reports are made. */
  readonly reportThread: ReportThread;
  /** Where other spreadsheets are read and made. */
  readonly sheetThread: SheetOrderThread;
}

export function createServices(parts: ServicesParts): Services {
  const { kysely, bus, sessionDays, version } = parts;
  const commit = createCommit(kysely, bus);
  const visibility = createVisibility(kysely);
  const hasher = createPasswordHasher();
  const devices = createDevicesService({
    kysely,
    commit,
    visibility,
  });
  const positions = createPositionsService({ kysely, visibility });
  const sinisters = createSinistersService({ kysely, commit, visibility, describeDevices: devices.describe });
  const events = createEventsService({ kysely, commit, visibility });
  const permissions = createPermissionsService({ commit });
  const { linkWithin } = permissions;
  const devicesBulk = createDevicesBulkService({ kysely, visibility, publishDevices: devices.publishWithin });
  const customersBulk = createCustomersBulkService({ kysely, publishDevices: devices.publishWithin });
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
    visibility,
    bus,
    payments: parts.payments,
    secrets: parts.secrets,
    log: parts.log,
  });
  const users = createUsersService({
    kysely,
    secrets: parts.secrets,
    commit,
    visibility,
    hashPassword: hasher.hash,
    endSessions: endSessionsOf,
  });
  const resources = createResourceServices({
    ...{ kysely, commit, visibility, linkWithin, devices, devicesBulk, users, positions, payments },
  });
  const serverSettings = createServerSettingsService({ kysely, commit, version });
  const deliveries = createDeliveriesService({
    kysely,
    commit,
    channels: parts.channels,
    publicUrl: parts.publicUrl,
    count: createDeliveryMetrics(parts.metrics),
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
    visibility,
    accumulators: createAccumulatorsService({ kysely, commit, visibility, totals: parts.totals }),
    deliveries,
    notifications: createNotificationsService({
      commit,
      deliveries,
      notifications: createLinkedService({ kysely, commit, visibility, linkWithin }, notifications),
    }),
    idempotency: createIdempotencyService({ kysely, secrets: parts.secrets }),
    passwords: hasher,
    sessions: createSessionsService({
      kysely,
      commit,
      passwords: createPasswordCheck({ kysely, hasher, limits: createSignInLimits() }),
      sessionDays,
      countVisibleDevices: visibility.countDevices,
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
    resources,
    groups: createGroupsService({
      kysely,
      commit,
      visibility,
      publishDevices: devices.publishWithin,
      acts: {
        device: {
          relocate: (within, tell, caller, ids, to) =>
            devicesBulk.relocateWithin(within, tell, caller, ids, 'group_id', to),
        },
        customer: { relocate: resources.customers.relocateWithin },
      },
    }),
    users,
    positions,
    permissions,
    linkables: createLinkablesService({ kysely }),
    refusedMessages: createRefusedMessagesService(kysely),
    unknownTrackers: createUnknownTrackersService({ kysely, commit, devices, ports: parts.trackerPorts }),
    events,
    commands: createCommandsService({
      kysely,
      commit,
      visibility,
      linkWithin,
      bus,
      deviceConnections: parts.deviceConnections,
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
      accountStateOf: payments.accountStateOf,
    }),
    traffic: createTrafficService({ kysely, visibility, traffic: parts.traffic }),
    statistics: createStatisticsService({ kysely, metrics: parts.metrics }),
  };
}
