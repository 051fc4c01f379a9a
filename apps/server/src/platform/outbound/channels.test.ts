import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { createChannels } from './channels.ts';
import { createOutboundMetrics } from './outbound-metrics.ts';
import { startWebService } from './testing/web-service.ts';

const channelsFor = (env: Record<string, string>) =>
  createChannels(loadConfig(env), createOutboundMetrics(new Registry()));

test('[ING-08] a channel that is not set up is absent; browsers have their own push services', () => {
  const { callPush, pushOrigins, ...others } = channelsFor({});
  expect(others).toEqual({});
  expect([typeof callPush, pushOrigins]).toEqual(['function', []]);
});

test('[ING-08] an SMS goes out as the settings say', async () => {
  const service = await startWebService();
  const { sendSms } = channelsFor({ SMS_URL: service.url, SMS_HEADERS: '{"Authorization":"Key abc"}' });
  await sendSms?.('+55 (85) 99999-0000', 'Alarme "SOS"');
  expect(service.received).toHaveLength(1);
  expect(service.received[0]).toMatchObject({ method: 'POST', headers: { authorization: 'Key abc' } });
  expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({
    to: '+5585999990000',
    text: 'Alarme "SOS"',
  });
});

test('[ING-08] a push goes out to one phone as the settings say', async () => {
  const service = await startWebService();
  const { sendPush } = channelsFor({ PUSH_URL: service.url });
  await sendPush?.({ token: 'T1', title: 'Alarme', text: 'SOS' });
  expect(JSON.parse(service.received[0]?.body ?? '')).toEqual({ to: 'T1', title: 'Alarme', body: 'SOS' });
});
