import type { Clock } from '../clock.ts';
import type { IngestLimits } from '../limits.ts';
import type { AddressBounds } from '../listeners/address-bounds.ts';
import type { IngestMetrics } from '../metrics.ts';
import type { Mirrors } from '../mirror/mirrors.ts';
import type { SignIn } from '../registry/sign-in.ts';
import type { SilenceWatch } from '../status/silence-watch.ts';
import type { Traffic } from '../traffic/traffic.ts';
import type { Trouble } from '../writer/writers.ts';
import type { Claims } from './claims-queries.ts';
import type { DeviceConnections } from './device-connections.ts';
import type { Intake } from './intake.ts';

/** What all conversations share. */
export interface IngestContext {
  readonly clock: Clock;
  readonly limits: IngestLimits;
  readonly metrics: IngestMetrics;
  readonly signIn: SignIn;
  readonly intake: Intake;
  readonly claims: Pick<Claims, 'issue'>;
  readonly deviceConnections: DeviceConnections;
  readonly addressBounds: AddressBounds;
  /** A proxy of this address says whose connection it is (`proxy-header.ts`). */
  readonly isProxy?: ((address: string) => boolean) | undefined;
  readonly traffic: Traffic;
  /** Forward what comes to other servers. */
  readonly mirrors: Pick<Mirrors, 'connection' | 'tookRequest'>;
  /** Why nothing is stored now; undefined while it is. */
  trouble(): Trouble | undefined;
  readonly silence: Pick<SilenceWatch, 'received' | 'forget'>;
}
