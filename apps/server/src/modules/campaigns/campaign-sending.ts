import type { CampaignDevice } from '@atalaia/contract/devices/campaign';
import type { Kysely } from 'kysely';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { Channels, SendSms } from '../../platform/outbound/channels.ts';
import { nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import {
  type CampaignRow,
  type ClaimedSms,
  claimLot,
  endForgotten,
  endSms,
  giveBack,
  noteArrivals,
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
/** What was marked as leaving so long ago is not sent any more: the process was stopped in between. */
const freshMs = 30_000;
/** And by then it counts as one that may have left. */
const forgottenMs = 120_000;

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

  const sendLot = async (campaignId: number, zone: string, signal: AbortSignal) => {
    const claimed = await claimLot(kysely, campaignId);
    const claimedMs = performance.now();
    const limiter = createLimiter(atOnce);
    const sent = claimed.map((one) =>
      limiter.run(async () => {
        // who paused, stopped or went on with it meanwhile decided by what it is now
        const readNow = async () => {
          const [row] = signal.aborted ? [] : await runningCampaigns(kysely, zone, campaignId);
          return row && { device: (await filled(kysely, row, [one.deviceId]))[0] };
        };
        const now = await readNow().catch(async (error: unknown) => {
          await giveBack(kysely, campaignId, one);
          throw error;
        });
        const isFresh = performance.now() - claimedMs <= freshMs;
        const { sendSms } = channels;
        return now && isFresh && sendSms
          ? sendOne(sendSms, campaignId, one, now.device)
          : giveBack(kysely, campaignId, one);
      }),
    );
    for (const end of await Promise.allSettled(sent)) if (end.status === 'rejected') throw end.reason;
  };

  return {
    async sendDue(signal: AbortSignal): Promise<void> {
      await endForgotten(kysely, forgottenMs);
      if (!channels.sendSms) return;
      const zone = await readZone();
      const failures: unknown[] = [];
      for (const { id } of await runningCampaigns(kysely, zone)) {
        if (signal.aborted) return;
        // one that cannot be sent holds up no other
        await sendLot(id, zone, signal).catch((error: unknown) => failures.push(error));
      }
      if (failures.length > 0) throw failures[0];
    },
    noteArrivals: () => noteArrivals(kysely),
  };
}
