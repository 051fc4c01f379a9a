import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { anAlarm } from './an-alarm.ts';

/** An alarm with all that its screen shows; give the fields a test is about. */
export function anAlarmDetail(part: Partial<AlarmDetail> = {}): AlarmDetail {
  return {
    ...anAlarm(),
    now: '2026-11-21T07:00:00.000Z',
    events: [
      {
        eventId: 70,
        type: 'alarm',
        alarm: 'tow',
        eventTime: '2026-11-21T06:58:08.000Z',
        latitude: -3.73,
        longitude: -38.52,
        address: 'Rua A, 1',
        speed: 0,
      },
    ],
    devices: [],
    procedure: null,
    requiresNote: false,
    draft: null,
    caller: null,
    siblingIds: [],
    sinisterId: null,
    history: [],
    ...part,
  };
}
