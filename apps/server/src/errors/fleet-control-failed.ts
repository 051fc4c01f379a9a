import type { FleetControlFailureCode } from '@atalaia/contract/providers/fleet-control-sync';

export type FleetControlFailedCode = Extract<
  FleetControlFailureCode,
  'credentialsRefused' | 'refused' | 'unreadable'
>;

/** The fleet-control provider answered, and not with what was asked for. Never holds a secret. */
export class FleetControlFailed extends Error {
  override readonly name = 'FleetControlFailed';
  readonly code: FleetControlFailedCode;
  /** The provider's own words, for a person to read. */
  readonly said: string | null;

  constructor(code: FleetControlFailedCode, said: string | null, cause?: unknown) {
    super(`the fleet-control provider: ${code}`, { cause });
    this.code = code;
    this.said = said;
  }
}
