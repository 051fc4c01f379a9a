import type { Clock } from '../clock.ts';
import type { IngestLimits } from '../limits.ts';
import type { AddressBounds } from '../listeners/address-bounds.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { SignIn } from '../registry/sign-in.ts';
import type { SilenceWatch } from '../status/silence-watch.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { Intake } from './intake.ts';
import type { Links } from './links.ts';

/** What all conversations share. */
export interface House {
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly metrics: IngestMetrics;
  readonly signIn: SignIn;
  readonly intake: Intake;
  readonly links: Links;
  readonly addressBounds: AddressBounds;
  readonly traffic: Traffic;
  readonly silence: Pick<SilenceWatch, 'heard' | 'forget'>;
}
