/**
 * What a customer may read of an alarm: named one by one, so that a line of history of a new kind is in no document until
 * it is named here. No notes, no phrases, no procedure, no operators, no numbers of people; of duress nothing at all.
 */
import type { AlarmDetail, AlarmHistoryLine } from '@atalaia/contract/desk/alarm';

export interface CustomerAct {
  readonly at: string;
  readonly act: 'open' | 'claim' | 'call' | 'normalise' | 'case' | 'command' | 'close';
  /** Of a call: whom. Of a command: its type. */
  readonly of?: string;
  /** Of a call: its outcome. Of a command: its state. */
  readonly outcome?: string;
}

export interface SentCommand {
  readonly type: string;
  readonly state: string;
  readonly at: string;
}

export interface CustomerHistory
  extends Pick<
    AlarmDetail,
    | 'id'
    | 'eventType'
    | 'alarm'
    | 'callReason'
    | 'ruleName'
    | 'deviceName'
    | 'plate'
    | 'customerName'
    | 'openedAt'
    | 'closedAt'
    | 'address'
  > {
  readonly outcome: string | null;
  readonly events: readonly {
    readonly at: string;
    readonly type: string;
    readonly alarm: string | null;
    readonly address: string | null;
  }[];
  readonly acts: readonly CustomerAct[];
}

/** What `outcome` is called for every alarm under duress, as on its events. */
export const plainOutcome = 'Tratado';

export function customerHistory(detail: AlarmDetail, commands: readonly SentCommand[]): CustomerHistory {
  const { duressAt } = detail;
  const isVisible = (at: string) => duressAt === null || Date.parse(at) < Date.parse(duressAt);
  const claims = detail.history.filter(({ action }) => action === 'claim');
  const acts = [
    ...detail.history.flatMap((line) => actOf(line, claims[0]?.id)),
    ...commands.map(({ type, state, at }): CustomerAct => ({ at, act: 'command', of: type, outcome: state })),
  ];
  return {
    id: detail.id,
    eventType: detail.eventType,
    alarm: detail.alarm,
    callReason: detail.callReason,
    ruleName: detail.ruleName,
    deviceName: detail.deviceName,
    plate: detail.plate,
    customerName: detail.customerName,
    openedAt: detail.openedAt,
    closedAt: detail.closedAt,
    address: detail.address,
    outcome: detail.outcomeName === null || duressAt === null ? detail.outcomeName : plainOutcome,
    events: detail.events.map(({ eventTime, type, alarm, address }) => ({
      at: eventTime,
      type,
      alarm,
      address,
    })),
    acts: acts
      .filter(({ act, at }) => act === 'close' || isVisible(at))
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)),
  };
}

/** Alarms are assumed, returned and passed on: the customer reads the first time only. */
function actOf(
  { id, at, action, details }: AlarmHistoryLine,
  firstClaim: number | undefined,
): readonly CustomerAct[] {
  switch (action) {
    case 'open':
    case 'normalise':
    case 'case':
    case 'close':
      return [{ at, act: action }];
    case 'claim':
      return id === firstClaim ? [{ at, act: 'claim' }] : [];
    case 'call':
      return [{ at, act: 'call', of: withoutNumbers(details.name), outcome: String(details.outcome) }];
    default:
      return [];
  }
}

/** A name that somebody typed may hold a number. */
const withoutNumbers = (name: unknown) => String(name ?? '').replaceAll(/\+?\d[\d\s().-]{5,}\d/g, '…');
