import type { FleetControlStatus } from '@atalaia/contract/providers/fleet-control-sync';
import { mdiStop, mdiSync } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { mayGoOn } from '../run-labels.ts';
import { useFleetControlActions, useGroups } from '../use-fleet-control.ts';
import classes from './fleet-control-view.module.css';

/** How an exchange is started by hand: what is sent along, and where what is new goes. */
export function StartForm({ status }: { readonly status: FleetControlStatus }) {
  const { text } = useTexts();
  const { run, mayStart, isNamed } = status;
  const { start, stop, isBusy } = useFleetControlActions();
  const { data: groups = [] } = useGroups();
  const [sendsNew, setSendsNew] = useState(run?.sendsNew ?? false);
  const [group, setGroup] = useState(run?.groupId ? String(run.groupId) : null);
  const goesOn = run?.state === 'running';
  if (!mayStart) return <p className={classes.help}>{text('fleetControl.mayNot')}</p>;
  return (
    <div className={classes.form}>
      {goesOn ? (
        <Button icon={mdiStop} busy={isBusy} onClick={() => stop()}>
          {text('fleetControl.stop')}
        </Button>
      ) : (
        <Button
          kind="primary"
          icon={mdiSync}
          busy={isBusy}
          disabled={!isNamed}
          onClick={() => start({ sendsNew, groupId: group === null ? 0 : Number(group) })}
        >
          {text(run && mayGoOn(run) ? 'fleetControl.continue' : 'fleetControl.start')}
        </Button>
      )}
      <div className={classes.group}>
        <SelectField
          label={text('fleetControl.group')}
          placeholder={text('fleetControl.group')}
          clearLabel={text('action.clear')}
          nothingFound={text('selector.empty')}
          searchable
          disabled={goesOn}
          options={groups.map(({ id, name }) => ({ value: String(id), label: name }))}
          chosen={group}
          onChoose={setGroup}
        />
      </div>
      <SwitchField
        label={text('fleetControl.sendsNew')}
        on={sendsNew}
        onSwitch={setSendsNew}
        disabled={goesOn}
      />
    </div>
  );
}
