/** Where vehicles stand with their maintenances (MNT-01). */
import {
  type Maintenance,
  type MaintenanceState,
  type MaintenanceUrgency,
  maintenanceStateSchema,
} from '@atalaia/contract/rules/maintenance';
import { mdiCheck, mdiWrenchClockOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import view from '../../resources/list/row-view.module.css';
import { RecordLines } from '../../resources/record/record-view.tsx';
import type { RowView, RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { dayMs, isByTime, measureText } from './maintenance-measure.ts';
import classes from './maintenance-states.module.css';
import { maintenanceKey, PerformDialog } from './perform-dialog.tsx';

const tones: Readonly<Record<MaintenanceUrgency, Tone>> = {
  due: 'alarm',
  soon: 'ignition',
  later: 'online',
  unknown: 'offline',
};

/** As many as the API gives at once. */
const mostRows = 500;
const rowsAtFirst = 50;

/** Others note what they did, and vehicles drive on. */
const readEveryMs = 60_000;

const statesSchema = z.array(maintenanceStateSchema);

interface MaintenanceStatesProps {
  readonly query: { readonly deviceId?: number; readonly maintenanceId?: number };
  /** Where there are many only what is due, or soon will be, is shown at first. */
  readonly ofMany?: boolean;
}

/** One vehicle's maintenances, one maintenance's vehicles, or all of all: the most urgent first. */
export function MaintenanceStates({ query, ofMany = false }: MaintenanceStatesProps) {
  const { text } = useTexts();
  const api = useApi();
  const [isUrgent, setIsUrgent] = useState(ofMany && query.maintenanceId === undefined);
  const [limit, setLimit] = useState(rowsAtFirst);
  const [performed, setPerformed] = useState<MaintenanceState>();
  const describe = useStateWords();
  const asked = { ...query, limit, ...(isUrgent && { urgency: ['due', 'soon'] }) };
  const states = useQuery({
    queryKey: [...maintenanceKey, 'states', asked],
    queryFn: ({ signal }) => api.json({ path: 'maintenance/states', query: asked, signal }, statesSchema),
    placeholderData: keepPreviousData,
    // all of all is much to work out: it is read when it is opened
    ...(Object.keys(query).length > 0 && { refetchInterval: readEveryMs }),
    retry: false,
  });
  return (
    <div className={classes.states}>
      {ofMany && query.maintenanceId === undefined && (
        <SwitchField label={text('maintenance.urgentOnly')} on={isUrgent} onSwitch={setIsUrgent} />
      )}
      <QueryView
        query={states}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={72} />}
      >
        {(list) => (
          <>
            <RecordLines
              rows={list.map((state, id) => ({ id, state }))}
              empty={text(
                isUrgent
                  ? 'maintenance.noneUrgent'
                  : query.deviceId === undefined
                    ? 'maintenance.none'
                    : 'maintenance.noneOfVehicle',
              )}
              lineOf={({ state }) => ({
                name: query.deviceId === undefined ? vehicleText(state.deviceName, state.plate) : state.name,
                detail: [
                  query.deviceId === undefined && query.maintenanceId === undefined && state.name,
                  describe(state),
                ]
                  .filter(Boolean)
                  .join(' · '),
                mark: (
                  <span className={classes.mark}>
                    <Pill tone={tones[state.urgency]}>{text(`maintenance.${state.urgency}`)}</Pill>
                    {state.mayPerform && (
                      <Button icon={mdiCheck} onClick={() => setPerformed(state)}>
                        {text('maintenance.perform')}
                      </Button>
                    )}
                  </span>
                ),
              })}
            />
            {list.length === limit && limit < mostRows && (
              <Button onClick={() => setLimit(mostRows)}>{text('maintenance.more')}</Button>
            )}
            {list.length === mostRows && (
              <p className={classes.muted}>{text('maintenance.most', { count: mostRows })}</p>
            )}
          </>
        )}
      </QueryView>
      {performed && <PerformDialog state={performed} onClose={() => setPerformed(undefined)} />}
    </div>
  );
}

/** "Faltam 1.200 km, vence aos 30.000 km · última em 12/11/2026". */
function useStateWords() {
  const { text } = useTexts();
  const formats = useFormats();
  return ({ type, value, dueValue, lastService }: MaintenanceState): string => {
    const last =
      lastService && text('maintenance.last', { date: formats.day(Date.parse(lastService.performedTime)) });
    const at = isByTime(type) ? formats.day(dueValue) : measureText(type, dueValue, formats);
    if (value === null)
      return [text(isByTime(type) ? 'maintenance.dueOn' : 'maintenance.dueAt', { at }), last]
        .filter(Boolean)
        .join(' · ');
    const left = dueValue - value;
    const days = left > 0 ? Math.ceil(left / dayMs) : Math.floor(-left / dayMs);
    const amount = isByTime(type)
      ? text('maintenance.days', { count: days })
      : measureText(type, Math.abs(left), formats);
    const words = !isByTime(type)
      ? text(left > 0 ? 'maintenance.left' : 'maintenance.overdue', { amount })
      : days === 0
        ? text('maintenance.overdueToday')
        : text(left > 0 ? 'maintenance.leftDays' : 'maintenance.overdueDays', { amount });
    const due = text(isByTime(type) ? 'maintenance.dueOn' : 'maintenance.dueAt', { at });
    return [words, due, last].filter(Boolean).join(' · ');
  };
}

/** Of all vehicles and maintenances, from the list. */
export function DueMaintenances() {
  const { text } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button icon={mdiWrenchClockOutline} onClick={() => setIsOpen(true)}>
        {text('maintenance.states')}
      </Button>
      {isOpen && (
        <Dialog
          opened
          width={860}
          title={text('maintenance.states')}
          closeLabel={text('action.close')}
          onClose={() => setIsOpen(false)}
        >
          <MaintenanceStates query={{}} ofMany />
        </Dialog>
      )}
    </>
  );
}

function VehiclesView({ row: maintenance, onDone }: RowViewProps<Maintenance>) {
  const { text } = useTexts();
  return (
    <section className={view.view} aria-label={maintenance.name}>
      <h2 className={view.title} dir="auto">
        {maintenance.name}
      </h2>
      <div className={view.part} data-scrolls>
        <MaintenanceStates query={{ maintenanceId: maintenance.id }} ofMany />
      </div>
      <footer className={view.foot}>
        <Button onClick={onDone}>{text('list.back')}</Button>
      </footer>
    </section>
  );
}

/** Where each vehicle stands with one maintenance. */
export const vehiclesOfMaintenance: RowView<Maintenance> = {
  key: 'vehicles',
  label: 'maintenance.vehicles',
  writes: false,
  View: VehiclesView,
};
