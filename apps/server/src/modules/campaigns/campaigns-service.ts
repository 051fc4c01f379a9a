/** Campaigns that bring trackers here by SMS (BACK-05): whom they tell, what, and who has come. */
import type {
  CampaignDevice,
  CampaignInput,
  CampaignQuery,
  CampaignState,
  CampaignText,
} from '@atalaia/contract/devices/campaign';
import type { TrackerPort } from '@atalaia/contract/devices/unknown-tracker';
import type { PublicServerSettings } from '@atalaia/contract/server/server-settings';
import { resolveSettings } from '@atalaia/domain/catalog/settings';
import type { Kysely } from 'kysely';
import { AppError, notFound } from '../../errors/app-error.ts';
import { SecretUnreadable } from '../../errors/config-error.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Channels } from '../../platform/outbound/channels.ts';
import type { Secrets } from '../../platform/secrets/secrets.ts';
import { writeAudit } from '../../queries/audit.ts';
import { changeDetails, givenColumns } from '../../queries/columns.ts';
import type { Commit } from '../../queries/commit.ts';
import { jsonList } from '../../queries/page.ts';
import { atRevision, readRevision, requireRevision } from '../../queries/revision.ts';
import type { CrudService } from '../../resources/crud-routes.ts';
import type { Caller } from '../../visibility/caller.ts';
import { createCampaignSending } from './campaign-sending.ts';
import { type CampaignFacts, campaignTextOf } from './campaign-texts.ts';
import {
  type CampaignRow,
  chooseDevices,
  deleteCampaign,
  describeCampaigns,
  findCampaigns,
  insertCampaign,
  isLeaving,
  lockCampaign,
  queueDevices,
  readCampaign,
  readCampaignDevices,
  textsOf,
  unqueueDevices,
  updateCampaign,
} from './campaigns-queries.ts';

export interface CampaignsParts {
  readonly kysely: Kysely<Schema>;
  readonly commit: Commit;
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  /** Without `sendSms` where no SMS service is set up: read at each use, as it comes and goes. */
  readonly channels: Pick<Channels, 'sendSms'>;
  readonly trackerPorts: readonly TrackerPort[];
  /** SMS leave by its time zone. */
  readonly readServer: () => Promise<PublicServerSettings>;
}

export interface CampaignsService extends CrudService<CampaignInput, CampaignQuery> {
  /** By name, each with its SMS as it would be sent now; `revision` is that of the campaign. */
  devices(id: number): Promise<{
    readonly devices: readonly CampaignDevice[];
    readonly revision: string;
  }>;
  /**
   * Starts it, or goes on: queues what can be sent. `count` is how many SMS the person was asked about; throws
   * `campaign-changed` where it is another number by now, `edited-meanwhile` where he read another revision, and
   * `sms-not-set-up`.
   */
  start(caller: Caller, id: number, count: number, ifMatch?: string): Promise<void>;
  /**
   * Queues again those that failed, may not have left, or did not arrive in time; `count` as in `start`. A paused campaign
   * goes on by it: what waits in its queue leaves too, and is counted.
   */
  retry(caller: Caller, id: number, count: number, ifMatch?: string): Promise<void>;
  pause(caller: Caller, id: number): Promise<void>;
  /** For good: what waits is not sent. */
  stop(caller: Caller, id: number): Promise<void>;
  /** The job that sends what is due. */
  sendDue(signal: AbortSignal): Promise<void>;
  /** The job that notes who has come. */
  noteArrivals(): Promise<void>;
}

const noun = 'campaign';
const table = 'campaigns';

/** What a retry is for. */
const missed: ReadonlySet<string> = new Set(['failed', 'unsure', 'overdue']);

export function createCampaignsService(parts: CampaignsParts): CampaignsService {
  const { kysely, commit, secrets, channels, trackerPorts } = parts;
  const describe = async (within: Kysely<Schema>, id: number) => {
    const json = await describeCampaigns(within, [id]);
    if (json === '') throw notFound(noun, id);
    return json;
  };
  const withRevision = (within: Kysely<Schema>, id: number) =>
    atRevision(within, table, id, () => describe(within, id));
  const audit = (within: Kysely<Schema>, caller: Caller, action: string, id: number, details: object) =>
    writeAudit(within, caller, { action, noun, objectId: id, details: { ...details } });

  const apnPasswordOf = ({ id, sealed_apn_password: sealed }: CampaignRow) => {
    try {
      return sealed === null ? '' : secrets.open(sealed);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      const message = `the APN's password of campaign ${id} cannot be read: ${error.message}`;
      throw new AppError('campaign-unreadable', message);
    }
  };
  const factsOf = (row: CampaignRow): CampaignFacts => ({
    ...{ host: row.host, port: row.port, apn: row.apn, apnUser: row.apn_user, texts: textsOf(row) },
    apnPassword: apnPasswordOf(row),
  });
  const filled = async (within: Kysely<Schema>, row: CampaignRow, deviceIds?: readonly number[]) => {
    const campaign = factsOf(row);
    const devices = await readCampaignDevices(within, row.id, deviceIds);
    return devices.map(({ password, disabled, isHere, isLeftOut, ...device }): CampaignDevice => {
      const facts = { password, disabled, isHere, isLeftOut, ...device };
      const told = campaignTextOf(campaign, facts, trackerPorts);
      return { ...device, ...told };
    });
  };
  const lock = async (within: Kysely<Schema>, id: number): Promise<CampaignRow> => {
    const row = await lockCampaign(within, id);
    if (!row) throw notFound(noun, id);
    return row;
  };

  const { order, setState } = createOrders({ ...parts, filled, lock, audit, describe });

  return {
    list: async (_caller, query) =>
      jsonList(await findCampaigns(kysely, query), (ids) => describeCampaigns(kysely, ids)),
    read: (_caller, id) => withRevision(kysely, id),

    create: (caller, input) =>
      commit(async (transaction) => {
        const { name, host } = input;
        const id = await insertCampaign(transaction, { ...columnsOf(input, secrets), name, host });
        await chooseDevices(transaction, caller, id);
        await audit(transaction, caller, 'create', id, { name, host });
        return withRevision(transaction, id);
      }),

    update: (caller, id, input, ifMatch) =>
      commit(async (transaction) => {
        const before = await lock(transaction, id);
        await requireRevision(transaction, table, id, ifMatch, () => describe(transaction, id));
        if (before.state === 'running' || before.state === 'stopped')
          throw new AppError('campaign-changed', `a campaign that is ${before.state} is not edited`);
        // whoever is claimed already would be sent what nobody asked for with it
        if (await isLeaving(transaction, id))
          throw new AppError('campaign-sending', 'SMS of it leave at this moment');
        const values = columnsOf(input, secrets);
        await updateCampaign(transaction, id, { ...values, unread_at: null });
        await chooseDevices(transaction, caller, id);
        const read = { ...before, texts: textsColumn(textsOf(before)) };
        await audit(transaction, caller, 'update', id, { ...changeDetails(read, values) });
        return withRevision(transaction, id);
      }),

    async dependents(_caller, id) {
      await describe(kysely, id);
      return { seen: '', hidden: false, dependents: [] };
    },

    remove: (caller, id) =>
      commit(async (transaction) => {
        const { name } = await lock(transaction, id);
        await deleteCampaign(transaction, id);
        await audit(transaction, caller, 'remove', id, { name });
      }),

    async devices(id) {
      // first: where it is edited in between, who goes by the older one is refused
      const revision = await readRevision(kysely, table, id);
      const row = await readCampaign(kysely, id);
      if (!row) throw notFound(noun, id);
      return { devices: await filled(kysely, row), revision };
    },
    start: (caller, id, count, ifMatch) =>
      order(
        caller,
        id,
        { act: 'start', count, ifMatch },
        ({ state }) => state === 'new' || state === 'queued',
      ),
    retry: (caller, id, count, ifMatch) =>
      order(
        caller,
        id,
        { act: 'retry', count, ifMatch },
        ({ state }, campaign) => missed.has(state) || (campaign.state === 'paused' && state === 'queued'),
      ),
    pause: (caller, id) => setState(caller, id, 'pause', 'paused'),
    stop: (caller, id) => setState(caller, id, 'stop', 'stopped'),
    ...createCampaignSending({
      ...{ kysely, channels, filled },
      readZone: async () => resolveSettings(await parts.readServer()).timezone,
    }),
  };
}

interface OrdersParts extends Pick<CampaignsParts, 'commit' | 'channels'> {
  filled(within: Kysely<Schema>, row: CampaignRow): Promise<readonly CampaignDevice[]>;
  lock(within: Kysely<Schema>, id: number): Promise<CampaignRow>;
  describe(within: Kysely<Schema>, id: number): Promise<string>;
  audit(within: Kysely<Schema>, caller: Caller, action: string, id: number, details: object): Promise<void>;
}

interface Order {
  readonly act: 'start' | 'retry';
  readonly count: number;
  readonly ifMatch: string | undefined;
}

/** What a person orders of a campaign. */
function createOrders({ commit, channels, filled, lock, describe, audit }: OrdersParts) {
  /** Queues those devices that `which` takes, if they are as many as the person was asked about. */
  const order = (
    caller: Caller,
    id: number,
    { act, count, ifMatch }: Order,
    which: (device: CampaignDevice, campaign: CampaignRow) => boolean,
  ) =>
    commit(async (transaction) => {
      if (!channels.sendSms) throw new AppError('sms-not-set-up', 'no SMS service is set up');
      const row = await lock(transaction, id);
      if (row.state === 'stopped') throw new AppError('campaign-changed', 'the campaign was stopped');
      await requireRevision(transaction, table, id, ifMatch, () => describe(transaction, id));
      const devices = await filled(transaction, row);
      const chosen = devices.filter((one) => one.fault === null && which(one, row));
      if (chosen.length !== count)
        throw new AppError('campaign-changed', `it would be ${chosen.length} SMS by now: nothing is sent`);
      await queueDevices(
        transaction,
        id,
        chosen.map(({ deviceId }) => deviceId),
      );
      const startedAt = row.started_at ?? new Date().toISOString();
      await updateCampaign(transaction, id, { state: 'running', started_at: startedAt, unread_at: null });
      await audit(transaction, caller, act, id, { name: row.name, queued: chosen.length });
    });
  const setState = (caller: Caller, id: number, action: 'pause' | 'stop', state: CampaignState) =>
    commit(async (transaction) => {
      const row = await lock(transaction, id);
      if (row.state === 'stopped') throw new AppError('campaign-changed', 'the campaign was stopped');
      await updateCampaign(transaction, id, { state });
      if (state === 'stopped') await unqueueDevices(transaction, id);
      await audit(transaction, caller, action, id, { name: row.name });
    });
  return { order, setState };
}

/** As it is compared: the database keeps keys in an order of its own. */
const textsColumn = (texts: readonly CampaignText[]) =>
  JSON.stringify(texts.map(({ models, text }) => ({ models, text })));

function columnsOf(input: CampaignInput, secrets: Pick<Secrets, 'seal'>) {
  const { apnPassword } = input;
  const sealed = apnPassword && secrets.seal(apnPassword);
  return givenColumns({
    name: input.name,
    host: input.host,
    port: input.port,
    apn: input.apn,
    apn_user: input.apnUser,
    sealed_apn_password: apnPassword === undefined ? undefined : sealed || null,
    texts: input.texts && textsColumn(input.texts),
    device_ids: input.deviceIds,
    group_ids: input.groupIds,
    customer_ids: input.customerIds,
    per_minute: input.perMinute,
    hours_from: input.hoursFrom,
    hours_until: input.hoursUntil,
    silent_hours: input.silentHours,
  });
}
