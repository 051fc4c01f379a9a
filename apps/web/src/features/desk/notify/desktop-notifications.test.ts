import { expect, test } from 'vitest';
import { anAlarm } from '../../../lib/testing/an-alarm.ts';
import { noticesOf } from './desktop-notifications.ts';

const said = (...alarms: Parameters<typeof noticesOf>[0]) =>
  noticesOf(
    alarms,
    ({ deviceName }) => `SOS ${deviceName}`,
    (count) => `${count} alarms`,
  );

test('[SHELL-08] up to three alarms are said one by one, with the vehicle and the customer', () => {
  expect(said(anAlarm({ id: 7, deviceName: 'Gol', customerName: 'Aurora' }))).toEqual([
    { title: 'SOS Gol', body: 'Gol · Aurora', tag: 'alarm-7', alarmId: 7 },
  ]);
});

test('[SHELL-08] more at once are counted in one notification', () => {
  const many = [1, 2, 3, 4].map((id) => anAlarm({ id }));
  expect(said(...many).map(({ title, tag }) => [title, tag])).toEqual([['4 alarms', 'alarms']]);
});

test('[SHELL-08] a silent alarm is said by no notification', () => {
  expect(said(anAlarm({ siren: false }))).toEqual([]);
});
