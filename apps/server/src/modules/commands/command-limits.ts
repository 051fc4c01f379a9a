import type { BlockLimits } from './safe-block.ts';

/** What the server's settings row decides for commands, from its attributes. */
export interface CommandLimits extends BlockLimits {
  /** A block that waits for its device is never sent after this, ms. */
  readonly blockExpiryMs: number;
  /** Any other command, ms. */
  readonly commandExpiryMs: number;
}

const minuteMs = 60_000;

/**
 * `blockMaxSpeedKph` (20), `blockMaxFixAgeMinutes` (5), `blockExpiryMinutes` (10), `commandExpiryMinutes` (a week).
 * Values that are no number above 0 count as absent; a speed of 0 is one.
 */
export function commandLimitsFrom(attributes: Readonly<Record<string, unknown>>): CommandLimits {
  return {
    maxSpeedKph: numberFrom(attributes.blockMaxSpeedKph, 0) ?? 20,
    maxFixAgeMs: (above0(attributes.blockMaxFixAgeMinutes) ?? 5) * minuteMs,
    blockExpiryMs: (above0(attributes.blockExpiryMinutes) ?? 10) * minuteMs,
    commandExpiryMs: (above0(attributes.commandExpiryMinutes) ?? 7 * 24 * 60) * minuteMs,
  };
}

function numberFrom(value: unknown, least: number): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? value : undefined;
}

/** No minutes are so many that the date they lead to cannot be stored. */
function above0(value: unknown): number | undefined {
  const minutes = numberFrom(value, Number.MIN_VALUE);
  return minutes === undefined ? undefined : Math.min(minutes, 366 * 24 * 60);
}
