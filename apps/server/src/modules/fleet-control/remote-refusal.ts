import type { FleetControlReason } from '@atalaia/contract/fleet-control-sync';
import { DeliveryFailed } from '../../delivery-failed.ts';
import { FleetControlFailed } from '../../fleet-control-failed.ts';
import type { FleetControlAccount } from '../../integrations/fleet-control/fleet-control.ts';

export interface RemoteRefusal {
  readonly reason: Extract<FleetControlReason, 'refusedThere' | 'notSavedThere'>;
  readonly said: string | null;
}

/** A status that speaks of the provider as a whole, and not of what it was sent. */
const ofTheWhole: ReadonlySet<number> = new Set([502, 503, 504]);

/** What the provider says of one thing it was sent; throws whatever speaks of more than that one. */
export async function refusalOf(
  error: unknown,
  account: Pick<FleetControlAccount, 'wordsOf'>,
): Promise<RemoteRefusal> {
  if (error instanceof FleetControlFailed && error.code === 'refused') {
    return { reason: 'refusedThere', said: error.said };
  }
  // it fails over single things with 500 too, such as a number that it has twice
  if (error instanceof DeliveryFailed && error.status !== undefined && error.status >= 500) {
    if (!ofTheWhole.has(error.status)) {
      return { reason: 'refusedThere', said: await account.wordsOf(error.answer ?? '') };
    }
  }
  throw error;
}
