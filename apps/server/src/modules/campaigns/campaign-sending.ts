import type { CampaignDevice } from '@atalaia/contract/devices/campaign';
import type { Kysely } from 'kysely';
import { AppError } from '../../errors/app-error.ts';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { Channels, SendSms } from '../../platform/outbound/channels.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import {
  type CampaignRow,
  type ClaimedSms,
  claimSms,
  endForgotten,
  endSms,
  giveBack,
  noteArrivals,
  noteRead,
  noteUnread,
  runningCampaigns,
} from './campaigns-queries.ts';

export interface CampaignSendingParts {
  readonly kysely: Kysely<Schema>;
  readonly channels: Pick<Channels, 'sendSms'>;
  readonly readZone: () => Promise<string>;
  /** These devices of a campaign with their SMS as it is now. */
  filled(
    within: Kysely<Schema>,
    row: CampaignRow,
    deviceIds: readonly number[],
  ): Promise<readonly CampaignDevice[]>;
}

const atOnce = 4;
/** A turn is waited for as long as it takes: each ends. */
const always = new AbortController().signal;
/** What was marked as leaving so long ago is not sent any more: the process was stopped in between. */
const freshMs = 30_000;
/** And by then it counts as one that may have left. */
const forgottenMs = 120_000;
/** So long SMS of one campaign begin to leave before it is the next one's turn. */
const turnMs = 30_000;

/** It stays so until a person does something; what the database did not answer is asked again in the next second. */
const isOfCampaign = (error: unknown) => error instanceof AppError && error.code === 'campaign-unreadable';

/**
 * The SMS of campaigns. Each is marked before it leaves, with the number of its attempt, and what was marked leaves once at
 * most: where the process ends in between, a person decides whether it is sent again.
 */
export function createCampaignSending({ kysely, channels, readZone, filled }: CampaignSendingParts) {
  const sendOne = async (
    sendSms: SendSms,
    campaignId: number,
    claimed: ClaimedSms,
    device: CampaignDevice | undefined,
  ) => {
    if (!device) return endSms(kysely, campaignId, claimed, { state: 'failed', error: 'removed' });
    const { phone, text, fault } = device;
    if (fault !== null || phone === null || text === null)
      return endSms(kysely, campaignId, claimed, { state: 'failed', error: fault ?? 'no-text' });
    try {
      await sendSms(phone, text);
    } catch (error) {
      const failure = error instanceof DeliveryFailed ? error : undefined;
      const { tries } = claimed;
      if (failure?.mayRepeat && !tooManyAttempts(tries)) {
        const dueMs = nextTryMs(Date.now(), tries, failure.retryAfterMs);
        return endSms(kysely, campaignId, claimed, { state: 'queued', error: failure.message, dueMs });
      }
      const state = failure?.certainlyNotSent ? 'failed' : 'unsure';
      return endSms(kysely, campaignId, claimed, { state, error: String(failure?.message ?? error) });
    }
    return endSms(kysely, campaignId, claimed, { state: 'sent' });
  };

  /** Whoever pauses or stops it meanwhile has none leave but those that are marked: so no more of them are than leave at once. */
  const sendCampaign = async (id: number, zone: string, signal: AbortSignal) => {
    const sinceMs = performance.now();
    let afterId = 0;
    let isUnread = false;
    const claimNext = async () => {
      if (isUnread || signal.aborted || !channels.sendSms || performance.now() - sinceMs > turnMs)
        return undefined;
      const next = await claimSms(kysely, id, zone, afterId);
      afterId = Math.max(afterId, next?.claimed.deviceId ?? 0);
      return next && { ...next, claimedMs: performance.now() };
    };
    type Next = NonNullable<Awaited<ReturnType<typeof claimNext>>>;
    const leave = async ({ campaign, claimed, claimedMs }: Next) => {
      const readNow = async () => (await filled(kysely, campaign, [claimed.deviceId]))[0];
      const device = await readNow().catch(async (error: unknown) => {
        // what one cannot read is the campaign's or the database's, and of no device: the rest waits with it
        isUnread = true;
        const noting = isOfCampaign(error) ? noteUnread(kysely, id) : Promise.resolve();
        await noting.finally(() => giveBack(kysely, id, claimed));
        throw error;
      });
      if (campaign.unread_at !== null) await noteRead(kysely, id);
      const isFresh = performance.now() - claimedMs <= freshMs;
      const { sendSms } = channels;
      if (signal.aborted || !isFresh || !sendSms) await giveBack(kysely, id, claimed);
      else await sendOne(sendSms, id, claimed, device);
    };
    const places = createLimiter(atOnce);
    const leaving: Promise<unknown>[] = [];
    const failures: unknown[] = [];
    const failed = (error: unknown) => failures.push(error);
    const claimAll = async () => {
      for (;;) {
        const endTurn = await places.enter(always);
        const next = await claimNext().finally(endTurn);
        if (!next) return;
        leaving.push(places.run(() => leave(next)).catch(failed));
      }
    };
    await claimAll().catch(failed);
    await Promise.all(leaving);
    if (failures.length > 0) throw failures[0];
  };

  return {
    async sendDue(signal: AbortSignal): Promise<void> {
      await endForgotten(kysely, forgottenMs);
      if (!channels.sendSms) return;
      const zone = await readZone();
      const failures: unknown[] = [];
      for (const id of await runningCampaigns(kysely, zone)) {
        if (signal.aborted) return;
        // one that cannot be sent holds up no other
        await sendCampaign(id, zone, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    noteArrivals: () => noteArrivals(kysely),
  };
}
