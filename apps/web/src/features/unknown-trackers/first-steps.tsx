/** What there is to do in a new installation, over its map, until it is done or put away. */
import { type Device, deviceSchema } from '@atalaia/contract/devices/device';
import { type UnknownTracker, unknownTrackerSchema } from '@atalaia/contract/devices/unknown-tracker';
import type { FirstSteps as Done } from '@atalaia/contract/server/server-settings';
import { trackerModels } from '@atalaia/domain/devices/tracker-models';
import { mdiCheckCircle, mdiCircleOutline, mdiClose, mdiMapMarkerCheckOutline, mdiPlus } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureText } from '../../lib/texts/failure-text.ts';
import { useManagementTexts, useTexts } from '../../lib/texts/texts-context.ts';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useTrackerPorts } from './tracker-list.tsx';
import classes from './unknown-trackers.module.css';
import { putFirstStepsAway, stepsKey } from './use-first-steps.ts';

const everyMs = 3_000;

interface FirstStepsProps {
  readonly done: Done;
  readonly onDevice: (deviceId: number) => void;
}

/** In words of the management, for who has such an installation (`useFirstSteps`). */
export function FirstSteps({ done, onDevice }: FirstStepsProps) {
  useManagementTexts();
  const { text } = useTexts();
  const left = Object.values(done).filter((isDone) => !isDone).length;
  return (
    <section className={classes.firstSteps} aria-label={text('firstSteps.title')}>
      <header className={classes.firstHead}>
        <h2>{text(left === 0 ? 'firstSteps.done' : 'firstSteps.title')}</h2>
        <IconButton size={28} name={text('firstSteps.putAway')} icon={mdiClose} onClick={putFirstStepsAway} />
      </header>
      <ol className={classes.steps}>
        <Step isDone={done.tracker} title={text('firstSteps.tracker')}>
          <FirstTracker onDevice={onDevice} />
        </Step>
        <Step isDone={done.password} title={text('firstSteps.password')} to="/admin/manage/account" />
        <Step isDone={done.company} title={text('firstSteps.company')} to="/admin/manage/companies" />
        <Step isDone={done.customer} title={text('firstSteps.customer')} to="/admin/manage/customers" />
        <Step isDone={done.mail} title={text('firstSteps.mail')} to="/admin/manage/server" />
      </ol>
    </section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly title: string;
  readonly to?: string;
  readonly children?: ReactNode;
}

function Step({ isDone, title, to, children }: StepProps) {
  const { text } = useTexts();
  return (
    <li className={classes.step} data-done={isDone || undefined}>
      <Icon path={isDone ? mdiCheckCircle : mdiCircleOutline} size={18} />
      <div className={classes.stepBody}>
        <span>
          {to && !isDone ? <Link to={to}>{title}</Link> : title}
          {isDone && <span className={classes.doneWord}> {text('firstSteps.isDone')}</span>}
        </span>
        {children}
      </div>
    </li>
  );
}

const modelOptions = trackerModels.map(({ maker, model, protocol }) => ({
  value: `${maker} ${model} ${protocol}`,
  label: `${maker} ${model}`,
}));

/** Where to point it, by maker and model; and, as soon as it knocks, one click to have it on the map. */
function FirstTracker({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  const { text } = useTexts();
  const api = useApi();
  const ports = useTrackerPorts();
  const [model, choose] = useState<string | null>(null);
  const [last, setLast] = useState<Device>();
  const protocol = model?.split(' ').at(-1);
  const port = ports?.find((one) => one.protocol === protocol);
  const { data: knocking = [] } = useQuery({
    queryKey: ['resource', 'unknown-trackers'],
    queryFn: ({ signal }) =>
      api.json({ path: 'unknown-trackers', query: { limit: 5 }, signal }, z.array(unknownTrackerSchema)),
    refetchInterval: everyMs,
    retry: false,
  });
  return (
    <>
      <SelectField
        searchable
        label={text('firstSteps.model')}
        placeholder={text('firstSteps.model')}
        nothingFound={text('selector.empty')}
        options={modelOptions}
        chosen={model}
        onChoose={choose}
      />
      {model !== null && (
        <p className={classes.note}>
          {port
            ? text('firstSteps.pointTo', {
                host: window.location.hostname,
                port: port.port,
                transports: port.transports.map((one) => one.toUpperCase()).join(', '),
              })
            : text('firstSteps.notSpoken')}
        </p>
      )}
      {knocking.length === 0 && <p className={classes.note}>{text('firstSteps.waiting')}</p>}
      {knocking.map((tracker) => (
        <Knocking key={tracker.uniqueId} tracker={tracker} onRegistered={setLast} />
      ))}
      {last && (
        <Button icon={mdiMapMarkerCheckOutline} kind="primary" onClick={() => onDevice(last.id)}>
          {text('firstSteps.onMap', { name: last.name })}
        </Button>
      )}
    </>
  );
}

interface KnockingProps {
  readonly tracker: UnknownTracker;
  readonly onRegistered: (device: Device) => void;
}

function Knocking({ tracker: { uniqueId, protocol }, onRegistered }: KnockingProps) {
  const { text } = useTexts();
  const queries = useQueryClient();
  const register = useWrite({
    write: (api) =>
      api.json(
        { method: 'POST', path: `unknown-trackers/${encodeURIComponent(uniqueId)}/register`, json: {} },
        deviceSchema,
      ),
    async onSuccess(device) {
      onRegistered(device);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['resource'] }),
        queries.invalidateQueries({ queryKey: stepsKey }),
      ]);
    },
  });
  return (
    <div className={classes.knocking}>
      <span>
        <b>{uniqueId}</b> {protocol}
      </span>
      <Button icon={mdiPlus} kind="primary" busy={register.isPending} onClick={() => register.mutate()}>
        {text('tracker.register')}
      </Button>
      {register.error && <Refusal>{failureText(register.error, text)}</Refusal>}
    </div>
  );
}
