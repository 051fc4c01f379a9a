/** Where vehicles stand with their maintenances (MNT-01). */
import {
  type Maintenance,
  type MaintenanceState,
  type MaintenanceUrgency,
  maintenanceStateSchema,
  maintenanceUrgencies,
} from '@atalaia/contract/rules/maintenance';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiCheck, mdiWrenchClockOutline } from '@mdi/js';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { failureMessage } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PagedReport } from '../../resources/list/paged-report.tsx';
import view from '../../resources/list/row-view.module.css';
import { RecordLines } from '../../resources/record/record-view.tsx';
import type { RowView, RowViewProps } from '../../resources/resource.ts';
import { Button } from '../../ui/button/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../ui/field/search-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { Pill, type Tone } from '../../ui/layout/pill.tsx';
import { Dialog } from '../../ui/window/dialog.tsx';
import { dayMs, isByTime, measureText } from './maintenance-measure.ts';
import classes from './maintenance-states.module.css';
import { maintenanceKey, PerformDialog, statesPath } from './perform-dialog.tsx';

const tones: Readonly<Record<MaintenanceUrgency, Tone>> = {
  due: 'alarm',
  soon: 'ignition',
  later: 'online',
  unknown: 'offline',
};

/** Others note what they did, and vehicles drive on. */
const readEveryMs = 60_000;

/** All of a vehicle. */
const mostRows = 500;

const pauseMs = 300;

const statesSchema = z.array(maintenanceStateSchema);

/** Where a vehicle stands with its maintenances: the most urgent first. */
export function MaintenanceStates({ deviceId }: { readonly deviceId: number }) {
  const { text } = useTexts();
  const api = useApi();
  const asked = { deviceId, limit: mostRows };
  const states = useQuery({
    // read again with the maintenances themselves: one that was just made stands here too
    queryKey: [...maintenanceKey, 'states', asked],
    queryFn: ({ signal }) => api.json({ path: statesPath, query: asked, signal }, statesSchema),
    placeholderData: keepPreviousData,
    refetchInterval: readEveryMs,
    retry: false,
  });
  return (
    <div className={classes.states}>
      <QueryView
        query={states}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={72} />}
      >
        {(rows) => <StateLines rows={rows} empty={text('maintenance.noneOfVehicle')} names="maintenance" />}
      </QueryView>
    </div>
  );
}

/** What a person looks for; each of the others is one that the server knows. */
type Choice = 'urgent' | MaintenanceUrgency;
const choices = ['urgent', ...maintenanceUrgencies] as const satisfies readonly Choice[];

/** One maintenance's vehicles, or all of all: searched, narrowed and paged by the server. */
function AllStates({ maintenanceId }: { readonly maintenanceId?: number }) {
  const { text } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [choice, choose] = useState<Choice | null>(maintenanceId === undefined ? 'urgent' : null);
  const isNarrowed = keyword !== '' || choice !== null;
  return (
    <PagedReport
      path={statesPath}
      withoutSheet
      query={{
        ...(maintenanceId !== undefined && { maintenanceId }),
        ...(keyword && { keyword }),
        ...(choice && { urgency: choice === 'urgent' ? ['due', 'soon'] : [choice] }),
      }}
      schema={maintenanceStateSchema}
      title="maintenance.states"
      countText={(count) => text('maintenance.count', { count })}
      empty={{
        icon: mdiWrenchClockOutline,
        hint:
          choice === 'urgent' && keyword === ''
            ? 'maintenance.noneUrgent'
            : isNarrowed
              ? 'maintenance.noneFound'
              : 'maintenance.none',
      }}
      refreshMs={readEveryMs}
      fields={
        <>
          <SearchField label={text('maintenance.search')} text={typed} onType={setTyped} />
          <SelectField
            label={text('maintenance.urgency')}
            placeholder={text('maintenance.allUrgencies')}
            clearLabel={text('action.clear')}
            options={choices.map((value) => ({ value, label: text(`maintenance.${value}`) }))}
            chosen={choice}
            onChoose={choose}
          />
        </>
      }
    >
      {(rows) => (
        <StateLines
          rows={rows}
          empty={text('maintenance.noneFound')}
          names={maintenanceId === undefined ? 'both' : 'vehicle'}
        />
      )}
    </PagedReport>
  );
}

interface StateLinesProps {
  readonly rows: readonly MaintenanceState[];
  readonly empty: string;
  /** What a line is called by. */
  readonly names: 'vehicle' | 'maintenance' | 'both';
}

function StateLines({ rows, empty, names }: StateLinesProps) {
  const { text } = useTexts();
  const describe = useStateWords();
  const [performed, setPerformed] = useState<MaintenanceState>();
  return (
    <>
      <RecordLines
        rows={rows.map((state, id) => ({ id, state }))}
        empty={empty}
        lineOf={({ state }) => ({
          name: names === 'maintenance' ? state.name : vehicleText(state.deviceName, state.plate),
          detail: [names === 'both' && state.name, describe(state)].filter(Boolean).join(' · '),
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
      {performed && <PerformDialog state={performed} onClose={() => setPerformed(undefined)} />}
    </>
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
          <AllStates />
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
        <AllStates maintenanceId={maintenance.id} />
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
