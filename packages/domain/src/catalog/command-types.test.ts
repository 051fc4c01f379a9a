import { expect, test } from 'vitest';
import { commandTypes, fitsParameter, parametersOf } from './command-types.ts';

function fitting(commandType: string, key: string, values: readonly unknown[]): unknown[] {
  const parameter = parametersOf(commandType)?.find((one) => one.key === key);
  return parameter ? values.filter((value) => fitsParameter(parameter, value)) : ['no such parameter'];
}

test('[CMD-02] numbers are whole and at least 0, and a port lies from 1 to 65535', () => {
  const numbers = [-1, 0, 1, 1.5, 65_535, 65_536, '5', Number.NaN, null];
  expect(fitting('positionPeriodic', 'frequency', numbers)).toEqual([0, 1, 65_535, 65_536]);
  expect(fitting('sosNumber', 'index', numbers)).toEqual([0, 1, 65_535, 65_536]);
  expect(fitting('outputControl', 'index', numbers)).toEqual([0, 1, 65_535, 65_536]);
  expect(fitting('movementAlarm', 'radius', numbers)).toEqual([0, 1, 65_535, 65_536]);
  expect(fitting('setConnection', 'port', numbers)).toEqual([1, 65_535]);
});

test('[CMD-02] every known command has the parameters of the vocabulary', () => {
  const shape = (commandType: string) =>
    parametersOf(commandType)?.map(({ key, valueType }) => `${key}:${valueType}`);
  const of = (parameters: string) =>
    commandTypes.filter((commandType) => shape(commandType)?.join(' ') === parameters).join(' ');
  expect(of('data:string')).toBe(
    'custom silenceTime setPhonebook voiceMessage setIndicator configuration setOdometer alarmClock alarmSpeed ' +
      'alarmVibration alarmIdle motionInterval stopInterval setSpeedLimit',
  );
  expect(of('enable:boolean')).toBe(
    'voiceMonitoring setAgps modePowerSaving modeDeepSleep alarmBattery alarmSos alarmRemove alarmFall',
  );
  expect(of('')).toBe(
    'deviceIdentification positionSingle positionStop engineStop engineResume alarmArm alarmDisarm requestPhoto ' +
      'powerOff rebootDevice factoryReset getVersion firmwareUpdate getModemStatus getDeviceStatus',
  );
  expect(of('frequency:number')).toBe('positionPeriodic');
  expect(of('timezoneName:string')).toBe('setTimezone');
  expect(of('phone:string message:string')).toBe('sendSms');
  expect(of('message:string')).toBe('message');
  expect(of('phone:string')).toBe('sendUssd');
  expect(of('index:number phone:string')).toBe('sosNumber');
  expect(of('index:number data:string')).toBe('outputControl');
  expect(of('server:string port:number')).toBe('setConnection');
  expect(of('radius:number')).toBe('movementAlarm');
  expect(parametersOf('toString')).toBeUndefined();
});

test('text must not be blank and a switch is a boolean', () => {
  expect(fitting('custom', 'data', ['AT', '', ' ', 5])).toEqual(['AT']);
  expect(fitting('alarmSos', 'enable', [true, false, 'true', 1])).toEqual([true, false]);
});
