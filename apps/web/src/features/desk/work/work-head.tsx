import type { Alarm, AlarmDetail } from '@atalaia/contract/desk/alarm';
import { mdiAccountOutline, mdiClose, mdiFilePdfBox, mdiVolumeOff } from '@mdi/js';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../../../lib/api/api-context.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { TimeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { useUserId } from '../../../lib/session/session-context.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Pill } from '../../../ui/layout/pill.tsx';
import { alarmSubject, alarmTitle, severityTone } from '../alarm-title.ts';
import { DueClock } from '../due-clock.tsx';
import { useMuting } from '../mute/use-muted-kinds.ts';
import { ruleName } from '../step-words.ts';
import classes from './work-head.module.css';

interface WorkHeadProps {
  readonly alarm: AlarmDetail;
  readonly onClose: () => void;
}

/** What it is, of which vehicle, whose, and how late: read in one look. */
export function WorkHead({ alarm, onClose }: WorkHeadProps) {
  const texts = useTexts();
  const { text, textOr } = texts;
  const { mute } = useMuting();
  const {
    severity,
    eventCount,
    deviceName,
    plate,
    customerName,
    openedAt,
    ruleKey: key,
    ruleName: name,
  } = alarm;
  return (
    <header className={classes.head} data-tone={severityTone[severity]}>
      <div className={classes.line}>
        <Pill tone={severityTone[severity]}>{text(`alarmSeverity.${severity}`)}</Pill>
        {alarm.duressAt !== null && <Pill tone="alarm">{text('callReason.duress')}</Pill>}
        {alarm.state !== 'closed' && <DueClock alarm={alarm} />}
        {eventCount > 1 && <span className={classes.muted}>{text('desk.times', { count: eventCount })}</span>}
        <span className={classes.grow} />
        {severity !== 'critical' && alarm.ruleId > 0 && (
          <IconButton
            size={28}
            name={text('desk.muteKind')}
            icon={mdiVolumeOff}
            onClick={() => mute.mutate(alarm.ruleId)}
          />
        )}
        <IconButton size={28} name={text('panel.close')} icon={mdiClose} onClick={onClose} />
      </div>
      <h2 className={classes.title}>{alarmTitle(alarm, texts)}</h2>
      <p className={classes.vehicle} dir="auto">
        {alarmSubject(alarm, texts)}
        {plate && !deviceName?.includes(plate) && ` · ${plate}`}
        {customerName && ` · ${customerName}`}
      </p>
      <p className={classes.muted}>
        <TimeAgo instant={openedAt} />
        {alarm.kind !== 'massFault' && name && ` · ${ruleName({ key, name }, textOr)}`}
      </p>
      <Holder alarm={alarm} />
    </header>
  );
}

/** Who works on it since when, and what else is to be known before one acts. */
function Holder({ alarm }: { readonly alarm: AlarmDetail }) {
  const { text } = useTexts();
  const formats = useFormats();
  const userId = useUserId();
  const { state, holderId, holderName, claimedAt, heldUntil, holdReason, closedBy, closedAt, outcomeName } =
    alarm;
  const signs = [
    alarm.late && text('desk.late'),
    alarm.normalisedAt && text('desk.normalised', { date: formats.dateTime(alarm.normalisedAt) }),
    alarm.silencedUntil && text('desk.silencedUntil', { date: formats.dateTime(alarm.silencedUntil) }),
    alarm.teamName && text('desk.team', { name: alarm.teamName }),
  ].filter((sign) => typeof sign === 'string');
  const who =
    state === 'closed'
      ? text('desk.closedAs', {
          outcome: outcomeName ?? '',
          name: closedBy ?? '',
          date: closedAt ? formats.dateTime(closedAt) : '',
        })
      : state === 'held'
        ? text('desk.heldUntil', {
            name: holderName ?? '',
            date: heldUntil ? formats.dateTime(heldUntil) : '',
            reason: holdReason ?? '',
          })
        : holderId === userId
          ? text('desk.mine')
          : holderName !== null && claimedAt !== null
            ? text('desk.takenByOther', { name: holderName, date: formats.dateTime(claimedAt) })
            : undefined;
  return (
    <>
      {who && (
        <p className={classes.who} data-mine={holderId === userId || undefined} role="status">
          <Icon path={mdiAccountOutline} size={14} /> {who}
        </p>
      )}
      {signs.map((sign) => (
        <p key={sign} className={classes.sign}>
          {sign}
        </p>
      ))}
    </>
  );
}

const type = 'application/pdf';
const timeoutMs = 60_000;

/** The history for the customer, as a file to be sent to him (PROC-05); what is no single customer's has none. */
export function DocumentButton({ alarm: { id, kind, callReason } }: { readonly alarm: Alarm }) {
  const { text } = useTexts();
  const api = useApi();
  const make = useMutation({
    mutationFn: () => api.bytes({ path: `alarms/${id}/document`, accept: type, timeoutMs }),
    onSuccess: (bytes) => saveFile(new Blob([bytes], { type }), `atendimento-${id}.pdf`),
    onError: (error) =>
      toasts.show('failure', text('alarmDocument.failed', { reason: failureText(error, text) })),
  });
  if (kind === 'massFault' || callReason === 'duress') return null;
  return (
    <Button icon={mdiFilePdfBox} busy={make.isPending} onClick={() => make.mutate()}>
      {text('alarmDocument.make')}
    </Button>
  );
}
