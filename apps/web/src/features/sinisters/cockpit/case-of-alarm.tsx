import type { AlarmDetail } from '@atalaia/contract/desk/alarm';
import { type SinisterOpening, sinisterSchema } from '@atalaia/contract/sinisters/sinister';
import { mdiShieldAlertOutline } from '@mdi/js';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useWrite } from '../../../lib/api/use-write.ts';
import { useStore } from '../../../lib/store/use-store.ts';
import { failureText } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { useLive } from '../../../live/live-context.ts';
import { Button, LinkButton } from '../../../ui/button/button.tsx';
import { toasts } from '../../../ui/feedback/toasts.ts';
import { OpeningDialog } from '../opening/opening-form.tsx';
import { takeSinisters } from '../use-open-sinisters.ts';
import { useMayWriteSinisters } from '../use-sinister.ts';
import classes from './cockpit.module.css';

interface CaseOfAlarmProps {
  readonly alarm: Pick<
    AlarmDetail,
    'id' | 'deviceId' | 'openedAt' | 'callReason' | 'caller' | 'ruleName' | 'state'
  >;
  /** It is open: its screen is shown. */
  readonly onCase: (sinisterId: number) => void;
}

/** From an alarm to the screen of its case in one click: the open one, or one that is opened of what the alarm says. */
export function CaseOfAlarm({ alarm, onCase }: CaseOfAlarmProps) {
  const { text, textOr } = useTexts();
  const queries = useQueryClient();
  const mayWrite = useMayWriteSinisters();
  const { device, position } = useStore(useLive().watched, (state) => state);
  const [isAsking, ask] = useState(false);
  const open = useWrite({
    write: (api, opening: SinisterOpening) =>
      api.json({ method: 'POST', path: 'sinisters/open', json: opening }, sinisterSchema),
    onSuccess(sinister) {
      takeSinisters(queries, [sinister]);
      onCase(sinister.id);
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  if (device === undefined || device.id !== alarm.deviceId) return null;
  const { sinisterId } = device.attributes;
  if (sinisterId !== undefined)
    return <LinkButton to={`/admin/sinisters/${sinisterId}`}>{text('sinister.openCockpit')}</LinkButton>;
  if (!mayWrite || alarm.state === 'closed') return null;

  const openAs = (openingType: SinisterOpening['openingType']) => {
    if (device.customerId === 0) return ask(true);
    const reason = alarm.callReason
      ? textOr(`callReason.${alarm.callReason}`, alarm.callReason)
      : (alarm.ruleName ?? text(`openingType.${openingType}`));
    const said = { reason, number: alarm.id };
    open.mutate({
      ...{ deviceId: device.id, customerId: device.customerId, openingType, openingDate: alarm.openedAt },
      openingAddress: position?.address ?? null,
      openingLatitude: position?.latitude ?? null,
      openingLongitude: position?.longitude ?? null,
      openingDescription: alarm.caller?.name
        ? text('cockpit.fromCaller', { ...said, name: alarm.caller.name })
        : text('cockpit.fromAlarm', said),
    });
  };
  return (
    <fieldset className={classes.caseOf} disabled={open.isPending}>
      <legend className={classes.title}>{text('cockpit.openCase')}</legend>
      {(['robbery', 'theft'] as const).map((type) => (
        <Button key={type} icon={mdiShieldAlertOutline} onClick={() => openAs(type)}>
          {text(`openingType.${type}`)}
        </Button>
      ))}
      {isAsking && (
        <OpeningDialog device={device} place={position} onClose={() => ask(false)} onOpened={onCase} />
      )}
    </fieldset>
  );
}
