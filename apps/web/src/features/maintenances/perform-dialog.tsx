/** Noting that a maintenance was done, and what was done before (MNT-01). */
import {
  type MaintenanceService,
  type MaintenanceServiceInput,
  type MaintenanceState,
  maintenanceServiceSchema,
  maintenanceStateSchema,
} from '@atalaia/contract/rules/maintenance';
import { formatInstant, parseFormInstant } from '@atalaia/domain/time/dates';
import { mdiUndo } from '@mdi/js';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { vehicleText } from '../../lib/device/vehicle-text.ts';
import { numberIn, textOfNumber } from '../../lib/formats/plain-number.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { failedText, failureMessage, failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { RecordLines } from '../../resources/record/record-view.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Refusal } from '../../ui/feedback/form-refusal.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextArea } from '../../ui/field/text-area.tsx';
import { TextField } from '../../ui/field/text-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Dialog, DialogFoot } from '../../ui/window/dialog.tsx';
import { Question } from '../../ui/window/question.tsx';
import { isByTime, measureOf, measureText } from './maintenance-measure.ts';
import classes from './maintenance-states.module.css';

const servicesSchema = z.array(maintenanceServiceSchema);

/** Read again with the list, by whoever changes a maintenance. */
export const maintenanceKey = ['resource', 'maintenance'];

/** Where vehicles stand. */
export const statesPath = 'maintenance/states';

function useStatesRead() {
  const queries = useQueryClient();
  return () =>
    Promise.all([maintenanceKey, [statesPath]].map((queryKey) => queries.invalidateQueries({ queryKey })));
}

function useTakeBack(onDone?: () => void) {
  const { text } = useTexts();
  const readAgain = useStatesRead();
  return useWrite({
    write: (api, id: number) => api.send({ method: 'DELETE', path: `maintenance/services/${id}` }),
    onSuccess() {
      toasts.show('success', text('maintenance.takenBack'));
      onDone?.();
    },
    onError: (error) => toasts.show('failure', failedText('maintenance.takeBackFailed', error, text)),
    onSettled: readAgain,
  });
}

/** What was done of it before, newest first. */
function useServices({ deviceId, maintenanceId }: MaintenanceState) {
  const api = useApi();
  return useQuery({
    queryKey: [...maintenanceKey, 'services', deviceId, maintenanceId],
    queryFn: ({ signal }) =>
      api.json({ path: 'maintenance/services', query: { deviceId, maintenanceId }, signal }, servicesSchema),
    retry: false,
  });
}

function usePerforming(name: string, onClose: () => void) {
  const { text } = useTexts();
  const readAgain = useStatesRead();
  const takeBack = useTakeBack();
  return useWrite({
    ofForm: true,
    write: (api, json: MaintenanceServiceInput) =>
      api.json({ method: 'POST', path: 'maintenance/services', json }, maintenanceStateSchema),
    onSuccess({ lastService: noted }) {
      const undo = noted && { label: text('action.undo'), run: () => takeBack.mutate(noted.id) };
      toasts.show('success', text('maintenance.performed', { name }), undo ?? undefined);
      onClose();
    },
    onSettled: readAgain,
  });
}

const refusedFields = (error: unknown): ReadonlySet<string> =>
  new Set(error instanceof ApiError ? error.fields.map(({ path }) => path) : []);

interface PerformDialogProps {
  readonly state: MaintenanceState;
  readonly onClose: () => void;
}

/** When it was done and at which value; the next one is counted from there. */
export function PerformDialog({ state, onClose }: PerformDialogProps) {
  const { deviceId, maintenanceId, type, value: now, lastService } = state;
  const { text } = useTexts();
  const settings = useSettings();
  const formats = useFormats();
  const { timezone } = settings;
  const measure = measureOf(type, settings);
  const [date, typeDate] = useState(() => formatInstant(Date.now(), 'formDateTime', timezone));
  const [dateAtFirst] = useState(date);
  // rounded down: more than was counted is refused
  const shownNow = now === null ? '' : textOfNumber(Math.floor(measure.shown(now) * 10) / 10);
  const [typed, typeValue] = useState(shownNow);
  const [note, typeNote] = useState('');
  const [isAsked, ask] = useState(false);
  const services = useServices(state);
  // the last that is shown below, also when somebody noted it meanwhile
  const lastServiceId = (services.data ? services.data[0] : lastService)?.id ?? 0;
  const performing = usePerforming(state.name, onClose);
  const performedMs = parseFormInstant(date, timezone);
  const isDateWrong = performedMs === undefined || performedMs < 0 || performedMs > Date.now();
  const isOfNow = date === dateAtFirst;
  /** At another time it had counted something else: that is asked for. */
  const changeDate = (next: string) => {
    typeDate(next);
    if (isOfNow && typed === shownNow) typeValue('');
  };
  const refused = refusedFields(performing.error);
  const least = lastService?.type === type ? lastService.value : 0;
  const isValueWrong = !isByTime(type) && !((numberIn(typed) ?? -1) >= 0);
  const save = (event: FormEvent) => {
    event.preventDefault();
    ask(true);
    if (isDateWrong || isValueWrong || performing.isPending) return;
    performing.mutate({
      ...{ deviceId, maintenanceId, lastServiceId, note: note.trim() },
      // what was not touched is exact: the server's own moment, and what it has counted
      ...(!isOfNow && { performedTime: new Date(performedMs).toISOString() }),
      ...(!isByTime(type) &&
        !(isOfNow && typed === shownNow) && { value: measure.stored(numberIn(typed) ?? 0) }),
    });
  };
  return (
    <Dialog
      opened
      width={560}
      title={`${state.name} · ${vehicleText(state.deviceName, state.plate)}`}
      closeLabel={text('action.close')}
      onClose={() => !performing.isPending && onClose()}
    >
      <form className={classes.form} noValidate onSubmit={save}>
        <DateField
          time
          label={text('maintenance.performedTime')}
          chooseLabel={`${text('action.choose')}: ${text('maintenance.performedTime')}`}
          text={date}
          error={
            isDateWrong
              ? text('maintenance.performedTimeWrong')
              : refused.has('performedTime') && lastService
                ? text('maintenance.performedTimeEarly', {
                    date: formats.dateTime(lastService.performedTime),
                  })
                : undefined
          }
          onType={changeDate}
        />
        {!isByTime(type) && (
          <TextField
            label={[text('maintenance.performedValue'), measure.sign && `(${measure.sign})`]
              .filter(Boolean)
              .join(' ')}
            inputMode="decimal"
            value={typed}
            error={
              isValueWrong && isAsked
                ? text(typed.trim() === '' ? 'maintenance.valueRequired' : 'form.notANumber')
                : refused.has('value')
                  ? now === null
                    ? text('maintenance.valueRequired')
                    : text('maintenance.valueRefused', {
                        // less than at the last one: the counter began anew
                        least: measureText(type, now < least ? 0 : least, formats),
                        most: measureText(type, now, formats),
                      })
                  : undefined
            }
            onChange={({ currentTarget }) => typeValue(currentTarget.value)}
          />
        )}
        <TextArea
          label={text('maintenance.note')}
          maxLength={500}
          value={note}
          onChange={({ currentTarget }) => typeNote(currentTarget.value)}
        />
        {performing.error && <Refusal>{failureText(performing.error, text)}</Refusal>}
        <DialogFoot>
          <Button disabled={performing.isPending} onClick={onClose}>
            {text('action.cancel')}
          </Button>
          <Button type="submit" kind="primary" busy={performing.isPending}>
            {text('maintenance.performNow')}
          </Button>
        </DialogFoot>
      </form>
      <Services services={services} mayTakeBack={state.mayPerform} onTakenBack={onClose} />
    </Dialog>
  );
}

interface ServicesProps {
  readonly services: UseQueryResult<MaintenanceService[]>;
  readonly mayTakeBack: boolean;
  readonly onTakenBack: () => void;
}

/** What was done before; the last can be taken back, once that is confirmed. */
function Services({ services, mayTakeBack, onTakenBack }: ServicesProps) {
  const { text } = useTexts();
  const formats = useFormats();
  const [askedOf, askOf] = useState<MaintenanceService>();
  const takeBack = useTakeBack(onTakenBack);
  const wordsOf = ({ performedTime, type, value }: MaintenanceService) =>
    [formats.dateTime(performedTime), !isByTime(type) && measureText(type, value, formats)]
      .filter(Boolean)
      .join(' · ');
  return (
    <section className={classes.states} aria-label={text('maintenance.services')}>
      <h3>{text('maintenance.services')}</h3>
      <QueryView
        query={services}
        failure={(error) => failureMessage(error, text)}
        waiting={<Skeleton height={48} />}
      >
        {(list) => (
          <RecordLines
            rows={list}
            empty={text('maintenance.noServices')}
            lineOf={(service: MaintenanceService) => ({
              name: wordsOf(service),
              detail: [service.userName, service.note].filter(Boolean).join(' · '),
              mark: mayTakeBack && service.id === list[0]?.id && (
                <IconButton
                  name={text('maintenance.takeBack')}
                  icon={mdiUndo}
                  onClick={() => askOf(service)}
                />
              ),
            })}
          />
        )}
      </QueryView>
      {askedOf && (
        <Question
          title={text('maintenance.takeBack')}
          closeLabel={text('action.close')}
          cancelLabel={text('action.cancel')}
          actLabel={text('maintenance.takeBack')}
          busy={takeBack.isPending}
          onAct={() => takeBack.mutate(askedOf.id)}
          onClose={() => askOf(undefined)}
        >
          <p>{[wordsOf(askedOf), askedOf.userName, askedOf.note].filter(Boolean).join(' · ')}</p>
          <p>{text('maintenance.takeBackMeans')}</p>
        </Question>
      )}
    </section>
  );
}
