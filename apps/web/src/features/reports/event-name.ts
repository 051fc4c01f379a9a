import type { TextsState } from '../../lib/texts/texts.ts';

export interface NamedEvent {
  readonly type: string;
  readonly attributes: { readonly alarm?: string | undefined };
}

/** `Ignição ligada`, `Alarme: SOS/Pânico`. */
export function eventName({ type, attributes }: NamedEvent, textOr: TextsState['textOr']): string {
  const label = textOr(`eventType.${type}`, type);
  return attributes.alarm ? `${label}: ${textOr(`alarm.${attributes.alarm}`, attributes.alarm)}` : label;
}
