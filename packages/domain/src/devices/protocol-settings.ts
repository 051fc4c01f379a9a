/**
 * Attributes of a device that say where its tracker differs from the others of its protocol, as data for decoders,
 * encoders and the device's form. Each has its words in the phrases `protocolSetting.<key>` and
 * `protocolSetting.<key>.help`.
 */
export interface ProtocolSetting {
  /** Protocol names of the vocabulary that read it. */
  readonly protocols: readonly string[];
  /** The attribute's key: `<protocol>.<word>`. */
  readonly key: string;
  readonly kind: 'text' | 'number' | 'boolean';
}

export const protocolSettings = Object.freeze([
  { protocols: ['calamp'], key: 'calamp.accumulators', kind: 'text' },
  { protocols: ['calamp'], key: 'calamp.alarms', kind: 'text' },
  { protocols: ['calamp'], key: 'calamp.relayOutput', kind: 'number' },
  { protocols: ['easytrack'], key: 'easytrack.e3plus', kind: 'boolean' },
  { protocols: ['gl200'], key: 'gl200.sack', kind: 'boolean' },
  { protocols: ['gps103'], key: 'gps103.alternative', kind: 'boolean' },
  { protocols: ['gt06'], key: 'gt06.alternative', kind: 'boolean' },
  { protocols: ['gt06'], key: 'gt06.language', kind: 'boolean' },
  { protocols: ['h02'], key: 'h02.alternative', kind: 'boolean' },
  { protocols: ['jt808'], key: 'jt808.block', kind: 'text' },
  { protocols: ['jt808'], key: 'jt808.parameterText', kind: 'boolean' },
  { protocols: ['meiligao'], key: 'meiligao.alternative', kind: 'boolean' },
  { protocols: ['meiligao'], key: 'meiligao.ignitionInput', kind: 'number' },
  { protocols: ['meitrack'], key: 'meitrack.alternative', kind: 'boolean' },
  { protocols: ['meitrack'], key: 'meitrack.ignitionInput', kind: 'number' },
  { protocols: ['mxt'], key: 'mxt.alarms', kind: 'text' },
  { protocols: ['mxt'], key: 'mxt.blockCommand', kind: 'text' },
  { protocols: ['mxt'], key: 'mxt.blockOutput', kind: 'number' },
  { protocols: ['mxt'], key: 'mxt.releaseCommand', kind: 'text' },
  { protocols: ['suntech'], key: 'suntech.prefix', kind: 'text' },
  { protocols: ['suntech'], key: 'suntech.universal', kind: 'boolean' },
  { protocols: ['tk103'], key: 'tk103.alternative', kind: 'boolean' },
  { protocols: ['totem'], key: 'totem.output', kind: 'text' },
] as const satisfies readonly ProtocolSetting[]);

export type ProtocolSettingKey = (typeof protocolSettings)[number]['key'];
