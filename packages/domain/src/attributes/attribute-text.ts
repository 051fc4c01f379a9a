import type { Language } from '../catalog/language.ts';
import type { Settings } from '../catalog/settings.ts';
import { formatHours, formatNumber } from '../units/number-text.ts';
import {
  formatDistance,
  formatSpeed,
  formatVolume,
  knotsFromKph,
  unitSigns,
  volumeFromLitres,
} from '../units/units.ts';
import { attributeMeaning } from './position-attributes.ts';

const twoDecimals = Object.freeze({ atLeast: 0, atMost: 2 });
const oneDecimal = Object.freeze({ atLeast: 1, atMost: 1 });

/**
 * A position attribute's value as a person reads it, in his units: `odometer` → `182.407,31 km`, `power` → `12,6 V`.
 *
 * Undefined when words are needed that only `phrases` has (a boolean's yes and no) or the value is no plain value; a
 * key of no catalogue and a text are shown as they came.
 */
export function formatAttribute(
  key: string,
  value: unknown,
  settings: Pick<Settings, 'speedUnit' | 'distanceUnit' | 'volumeUnit'>,
  language: Language,
): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') return undefined;
  const plain = formatNumber(value, language, twoDecimals);
  switch (attributeMeaning(key)?.dataType) {
    case 'distance':
      return formatDistance(value, settings.distanceUnit, language);
    case 'speed':
      return formatSpeed(knotsFromKph(value), settings.speedUnit, language);
    case 'volume':
      return formatVolume(value, settings.volumeUnit, language);
    case 'consumption': {
      const hourly = volumeFromLitres(value, settings.volumeUnit);
      return `${formatNumber(hourly, language, oneDecimal)} ${unitSigns[settings.volumeUnit]}/h`;
    }
    case 'hours':
      return formatHours(value, language);
    case 'voltage':
      return `${plain} V`;
    case 'percentage':
      return `${plain} %`;
    case 'temperature':
      return `${plain} °C`;
    case undefined:
      return plain;
  }
}
