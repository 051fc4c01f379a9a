import type { CampaignDevice } from '@atalaia/contract/devices/campaign';
import type { Kysely } from 'kysely';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { createLimiter } from '../../platform/limiter/limiter.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import { mostAttempts, nextTryMs, tooManyAttempts } from '../../platform/outbound/delivery-back-off.ts';
import {
  type CampaignRow,
  type ClaimedSms,
  claimLot,
  endForgotten,
  endSms,
  giveBack,
  isRunning,
  noteArrivals,
  readCampaign,
  runningCampaigns,
} from './campaigns-queries.ts';

export interface CampaignSendingParts {
  readonly kysely: Kysely<Schema>;
  readonly sendSms: SendSms | undefined;
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

/** What a person has sent again once all tries failed is tried as often once more. */
const triesOf = (attempts: number) => ((attempts - 1) % mostAttempts) + 1;

/**
 * The SMS of campaigns. Each is marked before it leaves, with the number of its attempt, and what was marked leaves once at
 * most: where the process ends in between, a person decides whether it is sent again.
 */
export function createCampaignSending({ kysely, sendSms, readZone, filled }: CampaignSendingParts) {
  const sendOne = async (campaignId: number, claimed: ClaimedSms, device: CampaignDevice | undefined) => {
    if (!sendSms || !device)
      return endSms(kysely, campaignId, claimed, { state: 'failed', error: 'removed' });
    const { phone, text, fault } = device;
    if (fault !== null || phone === null || text === null)
      return endSms(kysely, campaignId, claimed, { state: 'failed', error: fault ?? 'no-text' });
    try {
      await sendSms(phone, text);
    } catch (error) {
      const failure = error instanceof DeliveryFailed ? error : undefined;
      const tries = triesOf(claimed.attempts);
      if (failure?.mayRepeat && !tooManyAttempts(tries)) {
        const dueMs = nextTryMs(Date.now(), tries, failure.retryAfterMs);
        return endSms(kysely, campaignId, claimed, { state: 'queued', error: failure.message, dueMs });
      }
      const state = failure?.certainlyNotSent ? 'failed' : 'unsure';
      return endSms(kysely, campaignId, claimed, { state, error: String(failure?.message ?? error) });
    }
    return endSms(kysely, campaignId, claimed, { state: 'sent' });
  };

  const sendLot = async (campaignId: number, signal: AbortSignal) => {
    const row = await readCampaign(kysely, campaignId);
    if (!row) return;
    const claimed = await claimLot(kysely, campaignId);
    if (claimed.length === 0) return;
    const claimedMs = performance.now();
    const devices = await filled(
      kysely,
      row,
      claimed.map(({ deviceId }) => deviceId),
    );
    const limiter = createLimiter(atOnce);
    await Promise.all(
      claimed.map((one) =>
        limiter.run(async () => {
          // who paused or stopped it meanwhile wants no more of them to leave
          if (
            signal.aborted ||
            performance.now() - claimedMs > freshMs ||
            !(await isRunning(kysely, campaignId))
          )
            return giveBack(kysely, campaignId, one);
          return sendOne(
            campaignId,
            one,
            devices.find(({ deviceId }) => deviceId === one.deviceId),
          );
        }),
      ),
    );
  };

  return {
    async sendDue(signal: AbortSignal): Promise<void> {
      await endForgotten(kysely, forgottenMs);
      if (!sendSms) return;
      for (const id of await runningCampaigns(kysely, await readZone())) {
        if (signal.aborted) return;
        await sendLot(id, signal);
      }
    },
    noteArrivals: () => noteArrivals(kysely),
  };
}
