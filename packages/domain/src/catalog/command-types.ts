/** Every command the product knows, with the parameters its form requests (CMD-02). Labels are in `phrases`. */

/** `number` and `boolean` as named, everything else typed or chosen as text. */
export type ParameterValueType = 'number' | 'boolean' | 'string';

/** One parameter of a command; `minimum` and `maximum` bound a number, which is whole. */
export interface CommandParameter {
  readonly key: string;
  readonly valueType: ParameterValueType;
  readonly dataType?: 'timezone';
  readonly minimum?: number;
  readonly maximum?: number;
  /** What the number counts. */
  readonly unit?: 's' | 'm';
}

const text = (key: string): CommandParameter => Object.freeze({ key, valueType: 'string' });
const whole = (key: string, more: Partial<CommandParameter> = {}): CommandParameter =>
  Object.freeze({ key, valueType: 'number', minimum: 0, ...more });

const none: readonly CommandParameter[] = Object.freeze([]);
const data = Object.freeze([text('data')]);
const enable = Object.freeze([Object.freeze<CommandParameter>({ key: 'enable', valueType: 'boolean' })]);

export const commandParameters = Object.freeze({
  custom: data,
  silenceTime: data,
  setPhonebook: data,
  voiceMessage: data,
  setIndicator: data,
  configuration: data,
  setOdometer: data,
  alarmClock: data,
  alarmSpeed: data,
  alarmVibration: data,
  alarmIdle: data,
  motionInterval: data,
  stopInterval: data,
  /** In km/h. */
  setSpeedLimit: data,
  positionPeriodic: Object.freeze([whole('frequency', { unit: 's' })]),
  setTimezone: Object.freeze([
    Object.freeze<CommandParameter>({ key: 'timezoneName', valueType: 'string', dataType: 'timezone' }),
  ]),
  sendSms: Object.freeze([text('phone'), text('message')]),
  message: Object.freeze([text('message')]),
  sendUssd: Object.freeze([text('phone')]),
  sosNumber: Object.freeze([whole('index'), text('phone')]),
  outputControl: Object.freeze([whole('index'), text('data')]),
  setConnection: Object.freeze([text('server'), whole('port', { minimum: 1, maximum: 65_535 })]),
  movementAlarm: Object.freeze([whole('radius', { unit: 'm' })]),
  voiceMonitoring: enable,
  setAgps: enable,
  modePowerSaving: enable,
  modeDeepSleep: enable,
  alarmBattery: enable,
  alarmSos: enable,
  alarmRemove: enable,
  alarmFall: enable,
  deviceIdentification: none,
  positionSingle: none,
  positionStop: none,
  engineStop: none,
  engineResume: none,
  alarmArm: none,
  alarmDisarm: none,
  requestPhoto: none,
  powerOff: none,
  rebootDevice: none,
  factoryReset: none,
  getVersion: none,
  firmwareUpdate: none,
  getModemStatus: none,
  getDeviceStatus: none,
} satisfies Record<string, readonly CommandParameter[]>);

export type CommandType = keyof typeof commandParameters;

export const commandTypes = Object.freeze(Object.keys(commandParameters) as CommandType[]);

/** What can be sent to many devices at once (CMD-04). */
export const batchCommandTypes = Object.freeze(['engineStop', 'engineResume', 'rebootDevice'] as const);

export type BatchCommandType = (typeof batchCommandTypes)[number];

/** The parameters of a command by its type; undefined when the product does not know the type. */
export function parametersOf(commandType: string): readonly CommandParameter[] | undefined {
  return Object.hasOwn(commandParameters, commandType)
    ? commandParameters[commandType as CommandType]
    : undefined;
}

/** Whether a value fits a parameter: a whole number within its bounds, a boolean, or text that is not blank. */
export function fitsParameter(parameter: CommandParameter, value: unknown): boolean {
  if (parameter.valueType === 'boolean') return typeof value === 'boolean';
  if (parameter.valueType === 'string') return typeof value === 'string' && value.trim() !== '';
  const { minimum = -Infinity, maximum = Number.MAX_SAFE_INTEGER } = parameter;
  return Number.isInteger(value) && (value as number) >= minimum && (value as number) <= maximum;
}
