/** The services of every module, put together: what routes, live channel, ingest and jobs are handed. */

import { join } from 'node:path';
import type { TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { type AccountServicesParts, createAccountServices } from './account-services.ts';
import { createDeskServices, createRecoveryServices } from './desk-services.ts';
import type { DeviceConnections } from './ingest/connection/device-connections.ts';
import type { Totals } from './ingest/totals.ts';
import type { Traffic } from './ingest/traffic/traffic.ts';
import { createAccumulatorsService } from './modules/accumulators/accumulators-service.ts';
import { createAddressesService } from './modules/addresses/addresses-routes.ts';
import { createAlarmDocument } from './modules/alarms/alarm-document-service.ts';
import { createAlarmSteps } from './modules/alarms/steps/steps-service.ts';
import { createCommandsService } from './modules/commands/commands-service.ts';
import { createContactMessages } from './modules/contacts/contact-messages.ts';
import { createContactsService } from './modules/contacts/contacts-service.ts';
import { createPhrasesService } from './modules/contacts/phrases-service.ts';
import { createTriesService } from './modules/contacts/tries-service.ts';
import { createWorkContacts } from './modules/contacts/work-contacts-service.ts';
import { createCustomersBulkService } from './modules/customers/customers-bulk-service.ts';
import type { DemoService } from './modules/demo/demo-service.ts';
import { createDevicesBulkService } from './modules/devices/devices-bulk-service.ts';
import { createDevicesService } from './modules/devices/devices-service.ts';
import { createEventsService, type EventsService } from './modules/events/events-service.ts';
import { createFleetControlService } from './modules/fleet-control/fleet-control-service.ts';
import type { FleetControl } from './modules/fleet-control/provider/fleet-control.ts';
import { createGroupNamesService, createGroupsService } from './modules/groups/groups-service.ts';
import { createImportsService } from './modules/imports/imports-service.ts';
import { createSheetThread, type SheetOrderThread } from './modules/imports/thread/sheet-thread.ts';
import { createIntegrationsService } from './modules/integrations/integrations-service.ts';
import { createMapsService } from './modules/maps/maps-service.ts';
import { createDeliveryMetrics } from './modules/notification-deliveries/deliveries-metrics.ts';
import { createDeliveriesService } from './modules/notification-deliveries/deliveries-service.ts';
import { queueAlarmMessages } from './modules/notification-deliveries/delivery-facts-queries.ts';
import type { CarryOut } from './modules/notification-deliveries/delivery-senders.ts';
import { createEventMessages } from './modules/notification-deliveries/event-messages.ts';
import { notifications } from './modules/notifications/notifications-resource.ts';
import { createNotificationsService } from './modules/notifications/notifications-service.ts';
import type { OpenIdProvider } from './modules/openid/openid-provider.ts';
import { createPaymentsService } from './modules/payments/payments-service.ts';
import type { Payments } from './modules/payments/provider/payments.ts';
import { createUnmatchedService } from './modules/payments/unmatched-service.ts';
import { createPositionsService } from './modules/positions/positions-service.ts';
import { createPostalCodesService } from './modules/postal-codes/postal-codes-routes.ts';
import type { PostalCodes } from './modules/postal-codes/provider/postal-codes.ts';
import { createDifferences } from './modules/reconciliation/differences-service.ts';
import { createMoneyAtRisk } from './modules/reconciliation/money-at-risk-service.ts';
import { createSimCards } from './modules/reconciliation/sim-cards-service.ts';
import { createRefusedMessagesService } from './modules/refused-messages/refused-messages-service.ts';
import { createReportsService } from './modules/reports/reports-service.ts';
import type { ReportThread } from './modules/reports/thread/report-thread.ts';
import { createScheduledReportsService } from './modules/scheduled-reports/scheduled-reports-service.ts';
import type { SetUp } from './modules/server-settings/server-settings-queries.ts';
import { createServerSettingsService } from './modules/server-settings/server-settings-service.ts';
import { createOccurrencesService } from './modules/sinisters/occurrences-service.ts';
import { createSinisterReportService } from './modules/sinisters/sinister-report-service.ts';
import { createSinistersService } from './modules/sinisters/sinisters-service.ts';
import { createStatisticsService } from './modules/statistics/statistics-service.ts';
import { createStorageService, type StorageParts } from './modules/storage/storage-service.ts';
import { createTrafficService } from './modules/traffic/traffic-service.ts';
import { createUnknownTrackersService } from './modules/unknown-trackers/unknown-trackers-service.ts';
import type { Bus } from './platform/bus/bus.ts';
import type { Replica } from './platform/db/connection/replica.ts';
import type { Database } from './platform/db/database.ts';
import { createDocumentQueue } from './platform/db/leases/document-queue.ts';
import { createLeases } from './platform/db/leases/leases.ts';
import type { Geocoding } from './platform/geocoding/geocoding.ts';
import { withTowns } from './platform/geocoding/towns.ts';
import type { Channels } from './platform/outbound/channels.ts';
import type { GuardedLookup } from './platform/outbound/guarded-lookup.ts';
import type { Secrets } from './platform/secrets/secrets.ts';
import type { PublishedChanges } from './queries/changes/change-log.ts';
import { type Commit, createCommit } from './queries/commit.ts';
import { createResourceServices } from './resource-services.ts';
import { createLinkedService } from './resources/linked/linked-service.ts';
import { createVisibility, type Visibility } from './visibility/visibility.ts';

export interface ServicesParts extends Pick<AccountServicesParts, 'passwordCost'> {
  readonly kysely: Database['kysely'];
  readonly bus: Bus;
  readonly publishedChanges: PublishedChanges;
  /** The database's time, ms since 1970 UTC: what is claimed uses it. This machine's unless it is given. */
  readonly nowMs?: () => number;
  readonly sessionDays: number;
  /** The running version of the product. */
  readonly version: string;
  /** The ways out to people: mail, SMS, push. */
  readonly channels: Channels;
  /** What an administrator sets up of them. */
  readonly integrationCalls: Parameters<typeof createIntegrationsService>[0]['integrationCalls'];
  /** Address of the web interface, where messages link to. */
  readonly publicUrl: string | undefined;
  /** Whether a person is mailed after a sign-in from a new place. */
  readonly tellsNewPlaces: boolean;
  /** The OpenID Connect provider that people may sign in at. */
  readonly openId: OpenIdProvider | undefined;
  readonly metrics: Registry;
  readonly geocoding: Geocoding;
  readonly postalCodes: PostalCodes;
  /** What only a demonstration offers. */
  readonly demo: DemoService;
  /** The fleet-control provider. */
  readonly fleetControl: FleetControl;
  /** The card payment and billing provider. */
  readonly payments: Payments;
  /** Says which servers may be forwarded to. */
  readonly guard: GuardedLookup;
  /** Keeps the keys of other systems. */
  readonly secrets: Secrets;
  /** Takes what people set of a device's counts to the writers. */
  readonly totals: Pick<Totals, 'set'>;
  /** What ingest notes of its conversations. */
  readonly traffic: Traffic;
  /** Asks the other processes what they noted; absent where there are none. */
  readonly askOthers?: ((question: object) => Promise<readonly unknown[]>) | undefined;
  /** Where it listens. */
  readonly trackerPorts: readonly TrackerPort[];
  /** The ways to the trackers. */
  readonly deviceConnections: DeviceConnections;
  readonly log: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Where the database and backups lie, and what of them is told. */
  readonly storage: Omit<StorageParts, 'kysely' | 'metrics' | 'log'>;
  /** Where reports of past periods are read from. */
  readonly replica?: Pick<Replica, 'asOfFor'> | undefined;
  /** Where reports are made. */
  readonly reportThread: ReportThread;
  /** Where other spreadsheets are read and made. */
  readonly sheetThread: SheetOrderThread;
}

/** What nearly every service needs. */
interface Base {
  readonly kysely: Database['kysely'];
  readonly commit: Commit;
  readonly visibility: Visibility;
}

type ReadServer = () => ReturnType<ReturnType<typeof createServerSettingsService>['read']>;

function createDeviceServices(parts: ServicesParts, base: Base, readServer: ReadServer) {
  const { kysely, visibility } = base;
  const devices = createDevicesService(base);
  const { bus, log, secrets } = parts;
  const publishDevices = devices.publishWithin;
  const devicesBulk = createDevicesBulkService({ kysely, visibility, publishDevices });
  // a comment on an event closes its alarm, and a closed alarm handles its events
  const events: EventsService = createEventsService({
    ...base,
    bus,
    closeAlarmOf: (...comment) => desk.closeOfEvent(...comment),
  });
  const desk = createDeskServices({
    ...{ ...base, bus, metrics: parts.metrics, log },
    handleEvents: events.handleOfAlarms,
    publishHandled: events.publishHandled,
    queueMessages: queueAlarmMessages,
  });
  return {
    devices,
    devicesBulk,
    positions: createPositionsService({ ...base, bus, geocoding: parts.geocoding }),
    events,
    desk,
    contacts: createContactsService({ ...base, secrets }),
    phrases: createPhrasesService({ ...base, ...desk.heldWork, secrets }),
    workContacts: createWorkContacts({
      ...{ ...base, ...desk.heldWork, readServer },
      channels: parts.channels,
      ...(parts.nowMs && { nowMs: parts.nowMs }),
    }),
    sendContactMessages: createContactMessages({ kysely, channels: parts.channels, readServer }),
    accumulators: createAccumulatorsService({ ...base, totals: parts.totals }),
    refusedMessages: createRefusedMessagesService(kysely),
    unknownTrackers: createUnknownTrackersService({ ...base, devices, ports: parts.trackerPorts }),
    addresses: createAddressesService(parts.geocoding),
    postalCodes: createPostalCodesService(parts.postalCodes),
    demo: parts.demo,
    storage: createStorageService({ kysely, metrics: parts.metrics, log, ...parts.storage }),
    maps: createMapsService({ folder: join(parts.storage.dataDir, 'maps'), log }),
    statistics: createStatisticsService({
      ...{ kysely, metrics: parts.metrics },
      readZone: async () => resolveSettings(await readServer()).timezone,
    }),
  };
}

function createProviderServices(
  parts: ServicesParts,
  base: Base,
  { devices, devicesBulk }: ReturnType<typeof createDeviceServices>,
) {
  const { bus, secrets, log } = parts;
  const customersBulk = createCustomersBulkService({ publishDevices: devices.publishWithin });
  const leases = createLeases({ kysely: base.kysely, log });
  const payments = createPaymentsService({
    ...{ ...base, bus, secrets, leases, log },
    ...{ payments: parts.payments, customers: customersBulk },
  });
  const fleetControl = createFleetControlService({
    ...{ ...base, leases, log, secrets },
    ...{ provider: parts.fleetControl, customers: customersBulk, devices: devicesBulk },
  });
  const systems = { fleetControl: fleetControl.compared, payments: payments.compared };
  return {
    customersBulk,
    fleetControl,
    reconciliation: {
      moneyAtRisk: createMoneyAtRisk(base),
      differences: createDifferences({ ...base, leases, log, systems }),
      simCards: createSimCards({ ...base, readCells: createSheetThread(parts.sheetThread).cells }),
    },
    payments,
    unmatchedPayments: createUnmatchedService({
      ...base,
      payments: parts.payments,
      accountStateOf: payments.accountStateOf,
    }),
  };
}

/** What goes out to people, and the settings of the server that it is written by. */
function createReportServices(
  parts: ServicesParts & Pick<Parameters<typeof createDeliveriesService>[0], 'webPush' | 'brandMail'>,
  base: Base,
  readServer: ReadServer,
  carryOut: CarryOut,
) {
  const { channels, log, brandMail } = parts;
  const clock = parts.nowMs ? { nowMs: parts.nowMs } : {};
  const reports = createReportsService({
    ...{ kysely: base.kysely, thread: parts.reportThread },
    replica: parts.replica,
    ...{ channels, brandMail, readServer, log },
  });
  const deliveries = createDeliveriesService({
    ...base,
    ...clock,
    ...{ channels, brandMail, readServer },
    ...{ webPush: parts.webPush, publicUrl: parts.publicUrl },
    count: createDeliveryMetrics(parts.metrics),
    geocoding: parts.geocoding,
    carryOut,
  });
  return {
    reports,
    withMessages: createEventMessages({ kysely: base.kysely, readServer }),
    scheduledReports: createScheduledReportsService({
      ...base,
      ...clock,
      log,
      send: reports.send,
      readZone: async () => resolveSettings(await readServer()).timezone,
    }),
    deliveries,
    integrations: createIntegrationsService({ ...parts, ...base, ...deliveries }),
  };
}

const setUpOf =
  ({ version, channels, openId }: ServicesParts) =>
  (): SetUp => ({
    version,
    emailEnabled: channels.mailer !== undefined,
    textEnabled: channels.sendSms !== undefined,
    geocoderEnabled: true,
    openIdEnabled: openId !== undefined,
    openIdForce: openId?.settings.isForced ?? false,
    openIdName: openId?.settings.name ?? null,
    // the first administrator is made before anybody is answered
    newServer: false,
  });

export type Services = ReturnType<typeof createServices>;

export function createServices(parts: ServicesParts) {
  const { kysely, bus } = parts;
  const base: Base = {
    kysely,
    commit: createCommit(kysely, bus, parts.publishedChanges),
    visibility: createVisibility(kysely),
  };
  const serverSettings = createServerSettingsService({ ...base, setUp: setUpOf(parts) });
  const readServer = () => serverSettings.read(undefined);
  const { devicesBulk, ...ofDevices } = createDeviceServices(parts, base, readServer);
  const { customersBulk, ...ofProviders } = createProviderServices(parts, base, {
    devicesBulk,
    ...ofDevices,
  });
  const ofAccounts = createAccountServices({
    ...parts,
    ...base,
    readServer,
    signedIn: ofProviders.fleetControl.signedIn,
  });
  const webPush = parts.channels.callPush && ofAccounts.webPush;
  const ofReports = createReportServices(
    { ...parts, webPush, brandMail: ofAccounts.companies.brandMail },
    base,
    readServer,
    (order) => commands.carryOut(order),
  );
  const { devices, positions, events } = ofDevices;
  const { deliveries } = ofReports;
  const { users, permissions } = ofAccounts;
  const { linkWithin } = permissions;
  const documentQueue = createDocumentQueue({ kysely });
  const resources = createResourceServices({
    ...{ ...parts, ...base, readServer, linkWithin, devices, devicesBulk, users, positions },
    payments: ofProviders.payments,
  });
  const sinisters = createSinistersService({ ...base, describeDevices: devices.describe });
  const occurrences = createOccurrencesService({ ...base, sinisters });
  const tries = createTriesService({ ...base, ...ofDevices.desk.heldWork, sinisters });
  const commands = createCommandsService({
    ...base,
    linkWithin,
    bus,
    deviceConnections: parts.deviceConnections,
    passPhrases: ofDevices.phrases,
    channels: parts.channels,
    describeEvents: events.describe,
    onFailure: (err) => parts.log.error({ err }, 'queued commands could not be sent'),
  });
  return {
    commit: base.commit,
    visibility: base.visibility,
    ...ofDevices,
    ...ofProviders,
    ...ofAccounts,
    ...ofReports,
    serverSettings,
    traffic: createTrafficService({
      ...{ ...base, bus, readerOf: ofAccounts.sessions.byHash },
      traffic: parts.traffic,
      askOthers: parts.askOthers,
    }),
    resources,
    bulkChanges: resources.bulkChanges,
    notifications: createNotificationsService({
      kysely: base.kysely,
      commit: base.commit,
      ...{ deliveries, linkWithin, geofences: resources.geofences, visibility: base.visibility },
      notifications: createLinkedService({ ...base, linkWithin }, notifications),
    }),
    groups: createGroupsService({
      ...base,
      publishDevices: devices.publishWithin,
      acts: {
        device: {
          relocate: (within, publish, caller, ids, to) =>
            devicesBulk.relocateWithin(within, publish, caller, ids, 'group_id', to),
        },
        customer: { relocate: resources.customers.relocateWithin },
      },
    }),
    commands,
    tries,
    alarmSteps: createAlarmSteps({
      ...base,
      queueMessages: queueAlarmMessages,
      noteTry: tries.noteWithin,
      noteHeard: ofDevices.phrases.noteHeard,
      checkPhrase: ofDevices.phrases.checkOn,
      sendCommand: commands.send,
      openCase: sinisters.open,
    }),
    sinisters,
    sinisterReport: createSinisterReportService({
      ...{ kysely, sinisters, readServer, documentQueue, companies: ofAccounts.companies },
    }),
    alarmDocument: createAlarmDocument({
      kysely,
      companies: ofAccounts.companies,
      readServer,
      documentQueue,
    }),
    occurrences,
    recovery: createRecoveryServices({
      ...{ ...base, sinisters, occurrences, readServer },
      channels: parts.channels,
      publicUrl: parts.publicUrl,
    }),
    imports: createImportsService({
      kysely,
      commit: base.commit,
      thread: createSheetThread(parts.sheetThread),
      devices: devicesBulk,
      ...{ customers: customersBulk, groupNames: createGroupNamesService() },
      ...{ users: ofAccounts.usersBulk, linkWithin, invitations: ofAccounts.accountLinks.invitations },
      readServer,
      completeAddresses: (json) => withTowns(json, parts.geocoding),
    }),
  };
}
