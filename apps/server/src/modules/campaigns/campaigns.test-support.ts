import type { CampaignDevice } from '@atalaia/contract/devices/campaign';
import { DeliveryFailed } from '../../errors/outbound-errors.ts';
import type { SendSms } from '../../platform/outbound/channels.ts';
import type { createTestApp } from '../../testing/test-app.ts';

/** `sms` takes an SMS once the test says so; answered are those that wait for it. */
export function slowService(sms: { mockImplementation(send: SendSms): unknown }) {
  const left: PromiseWithResolvers<void>[] = [];
  sms.mockImplementation(() => {
    const one = Promise.withResolvers<void>();
    left.push(one);
    return one.promise;
  });
  return left;
}

/** As a service fails that may take it later, and as one that never will. */
export const busy = () => new DeliveryFailed('sms answered 503', { certainlyNotSent: true });
export const refused = () =>
  new DeliveryFailed('sms answered 400', { certainlyNotSent: true, isLasting: true });

/** A campaign of these devices, as an administrator makes it. */
export function createCampaigns(
  ask: Awaited<ReturnType<typeof createTestApp>>['ask'],
  token: string,
  input: object,
) {
  return async (deviceIds: readonly number[], more: object = {}) => {
    const { body } = await ask('POST', '/api/campaigns', { token, body: { ...input, deviceIds, ...more } });
    const url = `/api/campaigns/${body.id}`;
    const devices = async (): Promise<CampaignDevice[]> =>
      (await ask('GET', `${url}/devices`, { token })).body;
    return {
      id: body.id as number,
      url,
      order: (act: string, count?: number, headers: Record<string, string> = {}) =>
        ask('POST', `${url}/${act}`, { token, headers, ...(count !== undefined && { body: { count } }) }),
      edit: (change: object) => ask('PUT', url, { token, body: { ...input, deviceIds, ...change } }),
      devices,
      states: async () =>
        Object.fromEntries((await devices()).map(({ deviceId, state }) => [deviceId, state])),
    };
  };
}
