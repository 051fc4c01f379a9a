import { type Campaign, type CampaignDevice, campaignInputSchema } from '@atalaia/contract/devices/campaign';
import { expect, test } from 'vitest';
import type { FormContext } from '../../resources/form/form-definition.ts';
import { listEveryMs, orderCounts } from './campaign-devices.tsx';
import { campaigns } from './campaigns.tsx';

const context = {} as FormContext;
const stored: Campaign = {
  ...{ id: 4, name: 'Vinda', host: 'rastreio.example', port: null, apn: 'zap', apnUser: 'u' },
  ...{
    texts: [{ models: ['GT06N'], text: '  setparam 2004:{host};2005:{port}' }],
    deviceIds: [3],
    groupIds: [],
    customerIds: [],
  },
  ...{ perMinute: 10, hoursFrom: '08:00', hoursUntil: '18:00', silentHours: 24, hasApnPassword: true },
  ...{
    state: 'draft',
    devices: 1,
    sent: 0,
    arrived: 0,
    overdue: 0,
    failed: 0,
    startedAt: null,
    unreadAt: null,
  },
};
const { form } = campaigns;
if (!form) throw new Error('campaigns have no form');

test('[BACK-05] what is stored goes back as it came; a password that nobody typed is not sent', () => {
  const values = form.valuesOf(stored, context);
  const input = form.inputOf({ ...values, hoursFrom: '7:30', port: '' }, stored, context);
  // some trackers ask for blanks in place of a login
  expect(campaignInputSchema.safeParse(input).data?.texts).toEqual(stored.texts);
  expect(input).toMatchObject({ texts: stored.texts, hoursFrom: '07:30', port: null, deviceIds: [3] });
  expect(input).not.toHaveProperty('apnPassword');
  expect(form.inputOf({ ...values, apnPassword: 'x' }, stored, context)).toMatchObject({ apnPassword: 'x' });
});

test('[BACK-05] an empty text, a host with blanks and a time that is none are refused at their fields', () => {
  const values = form.valuesOf(stored, context);
  const faults = form
    .schema(context, stored)
    .safeParse({
      ...values,
      host: 'a b',
      texts: [{ models: [], text: ' ' }],
      hoursUntil: '25:00',
      perMinute: '0',
    })
    .error?.issues.map(({ path, message }) => [path[0], message]);
  expect(faults).toEqual([
    ['host', 'campaign.hostRequired'],
    ['texts', 'campaign.textRequired'],
    ['perMinute', 'form.outOfRange'],
    ['hoursUntil', 'campaign.notAClock'],
  ]);
});

test('[BACK-05] the question counts what can be sent: who lacks something is not in it, nor who has come', () => {
  const one = (state: CampaignDevice['state'], fault: CampaignDevice['fault'] = null) =>
    ({ state, fault }) as CampaignDevice;
  const devices = [
    ...[one('new'), one('queued'), one('new', 'no-phone'), one('sent'), one('arrived')],
    ...[one('failed'), one('unsure'), one('overdue'), one('failed', 'no-text')],
  ];
  expect(orderCounts(devices, 'running')).toEqual({ start: 2, retry: 3, missed: 3, waiting: 0 });
  // what waits leaves too as it goes on
  expect(orderCounts(devices, 'paused')).toEqual({ start: 2, retry: 4, missed: 3, waiting: 1 });
});

test('[BACK-05] a short list is read again every five seconds, one of ten thousand every fifty', () => {
  expect([0, 100, 1_000, 10_000].map(listEveryMs)).toEqual([5_000, 5_000, 5_000, 50_000]);
});
