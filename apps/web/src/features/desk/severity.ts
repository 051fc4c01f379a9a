/** How a severity looks: the colours of the legend, the graver the warmer. */
import type { AlarmSeverity } from '@atalaia/contract/desk/alarm';
import type { Tone } from '../../ui/layout/pill.tsx';

export const severityTone: Readonly<Record<AlarmSeverity, Tone>> = Object.freeze({
  critical: 'alarm',
  high: 'unknown',
  medium: 'ignition',
  low: 'offline',
});
