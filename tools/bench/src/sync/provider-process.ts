/** The stand-in of the fleet-control provider, in a process of its own. */
import { once } from 'node:events';
import { startFleetControl } from '@atalaia/fakes/fleet-control/fleet-control';
import { recordsOf } from '@atalaia/fakes/fleet-control/records';
import { runInChild } from '../process/run-in-child.ts';

export interface ProviderOptions {
  /** Clients, each with a vehicle, a tracker and a SIM card. */
  readonly count: number;
  /** 0 takes a free one. */
  readonly port: number;
  readonly hangs: boolean;
}

runInChild<ProviderOptions, null, { readonly url: string }>(async ({ count, port, hangs }, parent) => {
  const provider = await startFleetControl({ held: recordsOf(count), port });
  provider.manners.hangs = hangs;
  parent.send({ url: provider.url });
  if (!parent.stop.aborted) await once(parent.stop, 'abort');
  await provider.close();
  return null;
});
