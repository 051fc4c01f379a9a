/** Lists of the centre as spreadsheets: "Alarmes" (DESK-13), "Sem comunicação" (DESK-17), call-outs (COCK-02), campaigns (BACK-05). */
import type { AlarmReportRow } from '@atalaia/contract/desk/alarm-report';
import type { SilentDevice } from '@atalaia/contract/desk/no-communication';
import type { CampaignDevice } from '@atalaia/contract/devices/campaign';
import type { CallOutLine } from '@atalaia/contract/sinisters/call-out';
import type { SheetCell } from '@atalaia/domain/spreadsheet/cell-xml';
import { hasPhrase, type PhraseKey } from '@atalaia/phrases/phrases';
import { say } from '@atalaia/phrases/say';
import type { SheetReader } from '../thread/sheet-orders.ts';
import { createListSheet, type ListCell, type ListSheet, wallClock } from './device-sheet.ts';

const secondsOfDay = 86_400;
/** A length of time is a number that can be summed. */
const lengthStyle = { format: '[h]:mm:ss' };

export function createAlarmSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const length = (seconds: number | null): SheetCell =>
    seconds === null ? null : { value: seconds / secondsOfDay, style: lengthStyle };
  const columns: readonly ListCell<AlarmReportRow>[] = [
    cells.column('desk.openedAt', 22, ({ openedAt }) => cells.instant(openedAt)),
    cells.column('desk.severity', 12, ({ severity }) => say(language, `alarmSeverity.${severity}`)),
    cells.column('desk.alarm', 28, (alarm) => titleOf(alarm, reader)),
    cells.column('desk.vehicle', 32, ({ deviceName, massFault, deviceCount }) =>
      massFault
        ? say(language, `desk.faultOf_${deviceCount === 1 ? 'one' : 'other'}`, { count: deviceCount })
        : deviceName,
    ),
    cells.column('device.plate', 12, ({ plate }) => plate),
    cells.column('desk.customer', 32, ({ customerName }) => customerName),
    cells.column('reportColumn.address', 40, ({ address }) => address),
    cells.column('desk.rule', 28, ({ ruleName }) => ruleName),
    cells.column('desk.eventCount', 10, ({ eventCount }) => eventCount),
    cells.column('desk.timeToClaim', 14, ({ claimSeconds }) => length(claimSeconds)),
    cells.column('desk.claimedInTime', 20, ({ withinClaim }) => cells.yesOrNo(withinClaim)),
    cells.column('desk.timeToClose', 14, ({ closeSeconds }) => length(closeSeconds)),
    cells.column('desk.closedInTime', 20, ({ withinClose }) => cells.yesOrNo(withinClose)),
    cells.column('desk.operator', 24, ({ closedBy, holderName }) => closedBy ?? holderName),
    cells.column('desk.outcome', 20, ({ outcomeName }) => outcomeName),
    cells.column('desk.closedAt', 22, ({ closedAt }) => cells.instant(closedAt)),
    cells.column('desk.note', 48, ({ note }) => note),
  ];
  return createListSheet(say(language, 'desk.report'), columns);
}

export function createSilentDeviceSheet(reader: SheetReader): ListSheet {
  const cells = cellsFor(reader);
  const columns: readonly ListCell<SilentDevice>[] = [
    cells.column('desk.customer', 32, ({ customerName }) => customerName),
    cells.column('customer.phone', 18, ({ customerPhone }) => customerPhone),
    cells.column('desk.vehicle', 32, ({ deviceName }) => deviceName),
    cells.column('device.plate', 12, ({ plate }) => plate),
    cells.column('desk.silentSince', 22, ({ lastUpdate }) => cells.instant(lastUpdate)),
    cells.column('desk.silentHours', 16, ({ silentHours }) => silentHours),
    cells.column('attribute.ignition', 12, ({ ignition }) => cells.yesOrNo(ignition)),
    cells.column('desk.lastPlace', 40, ({ address }) => address),
    cells.column('position.latitude', 12, ({ latitude }) => latitude),
    cells.column('position.longitude', 12, ({ longitude }) => longitude),
    cells.column('desk.voltage', 12, ({ power }) => power),
    cells.column('device.phone', 18, ({ phone }) => phone),
    cells.column('desk.sim', 24, ({ iccid }) => iccid),
    cells.column('desk.reason', 48, ({ reason }) => reason),
    cells.column('desk.nextContact', 22, ({ nextContactAt }) => cells.instant(nextContactAt)),
    cells.column('desk.who', 24, ({ userName }) => userName),
  ];
  return createListSheet(say(reader.language, 'desk.noCommunication'), columns);
}

export function createCallOutSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const columns: readonly ListCell<CallOutLine>[] = [
    cells.column('callOut.case', 10, ({ number }) => number),
    cells.column('sinister.plate', 12, ({ plate }) => plate),
    cells.column('responder.name', 28, ({ name }) => name),
    cells.column('responder.phone', 18, ({ phone }) => phone),
    cells.column('callOut.state', 18, ({ state }) => say(language, `callOutState.${state}`)),
    cells.column('callOut.createdAt', 22, ({ createdAt }) => cells.instant(createdAt)),
    cells.column('callOut.createdBy', 24, ({ createdBy }) => createdBy),
    cells.column('callOut.approvedBy', 24, ({ approvedBy }) => approvedBy),
    cells.column('callOut.onTheWayAt', 22, ({ onTheWayAt }) => cells.instant(onTheWayAt)),
    cells.column('callOut.onSiteAt', 22, ({ onSiteAt }) => cells.instant(onSiteAt)),
    cells.column('callOut.endedAt', 22, ({ endedAt }) => cells.instant(endedAt)),
    cells.column('callOut.km', 10, ({ km }) => km),
    cells.column('callOut.cost', 12, ({ costCents }) => (costCents === null ? null : costCents / 100)),
  ];
  return createListSheet(say(language, 'responder.title'), columns);
}

export function createCampaignSheet(reader: SheetReader): ListSheet {
  const { language } = reader;
  const cells = cellsFor(reader);
  const columns: readonly ListCell<CampaignDevice>[] = [
    cells.column('campaign.device', 32, ({ name }) => name),
    cells.column('device.uniqueId', 20, ({ uniqueId }) => uniqueId),
    cells.column('device.phone', 18, ({ phone }) => phone),
    cells.column('device.model', 18, ({ model }) => model),
    cells.column('campaign.state', 18, ({ state }) => say(language, `campaignDevice.${state}`)),
    cells.column('campaign.fault', 48, ({ fault }) => fault && say(language, `campaignFault.${fault}`)),
    cells.column('campaign.attempts', 12, ({ attempts }) => attempts),
    cells.column('campaign.sentAt', 22, ({ sentAt }) => cells.instant(sentAt)),
    cells.column('campaign.arrivedAt', 22, ({ arrivedAt }) => cells.instant(arrivedAt)),
    cells.column('campaign.error', 40, ({ error }) => error),
  ];
  return createListSheet(say(language, 'campaign.title'), columns);
}

export function cellsFor({ language, timezone }: SheetReader) {
  return {
    column: <Row>(title: PhraseKey, width: number, of: ListCell<Row>['of']): ListCell<Row> => ({
      title: say(language, title),
      width,
      of,
    }),
    instant: (instant: string | null): SheetCell => (instant === null ? null : wallClock(instant, timezone)),
    yesOrNo: (is: boolean | null): SheetCell =>
      is === null ? null : say(language, is ? 'value.yes' : 'value.no'),
  };
}

/** What happened, as the desk's screens say it. */
function titleOf(
  { massFault, callReason, alarm, eventType, ruleName }: AlarmReportRow,
  { language }: SheetReader,
) {
  const named = (key: string, word: string) => (hasPhrase(key) ? say(language, key) : word);
  if (massFault) {
    const title = say(language, massFault.isOurs ? 'desk.ourFault' : 'desk.massFault');
    return `${title}: ${say(language, `massFaultBy.${massFault.by}`, { value: massFault.value })}`;
  }
  if (callReason !== null) return say(language, `callReason.${callReason}`);
  if (alarm) return named(`alarm.${alarm}`, alarm);
  return eventType ? named(`eventType.${eventType}`, eventType) : ruleName;
}
