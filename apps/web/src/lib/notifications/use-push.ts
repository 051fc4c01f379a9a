/** Notifications of the installed app on this device, also while no page is open (APP-01). */
import { pushKeySchema } from '@atalaia/contract/rules/notification';
import { useEffect, useState } from 'react';
import type { ApiWriter } from '../api/api-client.ts';
import { useWrite } from '../api/use-write.ts';

/** `unsupported`: the browser has none, as on pages without TLS, and on an iPhone before the app is installed. */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

/** The app's worker, as the build names it. */
export const appWorker = '/sw.js';

const isSupported = () =>
  typeof Notification !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window;

const subscriptionHere = async () =>
  (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();

/** What this device takes, and the ways to change it. */
export function usePush() {
  const [state, setState] = useState<PushState>(isSupported() ? 'off' : 'unsupported');
  useEffect(() => {
    if (!isSupported()) return;
    if (Notification.permission === 'denied') return setState('denied');
    subscriptionHere().then(
      (subscription) => setState(subscription ? 'on' : 'off'),
      (error: unknown) => console.warn('The browser does not say whether it takes notifications', error),
    );
  }, []);
  const turning = useWrite<PushState, boolean>({
    write: (api, on) => (on ? turnOn(api) : turnOff(api)),
    onSuccess: setState,
  });
  return { state, isTurning: turning.isPending, failure: turning.error, turn: turning.mutate };
}

export async function turnOn(api: ApiWriter): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const { publicKey } = await api.json({ path: 'push/key' }, pushKeySchema);
  // who asks for them before the page has rested does not wait for its worker
  await navigator.serviceWorker.register(appWorker);
  const registration = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  const subscription = await registration.pushManager.subscribe(options);
  await api.send({ method: 'POST', path: 'push/subscription', json: subscription.toJSON() });
  return 'on';
}

async function turnOff(api: ApiWriter): Promise<PushState> {
  await api.send({ method: 'DELETE', path: 'push/subscription' });
  await (await subscriptionHere())?.unsubscribe();
  return 'off';
}

/** A browser that takes them already does so in the session that is in force now. */
export async function renewPush(api: ApiWriter): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const subscription = await subscriptionHere();
  if (subscription)
    await api.send({ method: 'POST', path: 'push/subscription', json: subscription.toJSON() });
}
