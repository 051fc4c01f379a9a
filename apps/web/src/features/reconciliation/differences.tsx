import {
  type Comparison,
  changedCountSchema,
  comparedSystems,
  comparisonsSchema,
  type Difference,
  type DifferenceKind,
  differenceKinds,
  differenceSchema,
  type ComparedSystem as SystemName,
  takenSidesSchema,
} from '@atalaia/contract/providers/reconciliation';
import { useDebouncedValue } from '@mantine/hooks';
import { mdiCheckDecagramOutline, mdiEyeOffOutline, mdiEyeOutline, mdiSync } from '@mdi/js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../lib/api/api-context.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { useWrite } from '../../lib/api/use-write.ts';
import { failureMessage, failureText } from '../../lib/texts/failure-text.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { PagedReport } from '../../resources/list/paged-report.tsx';
import { Button } from '../../ui/button/button.tsx';
import { QueryView } from '../../ui/feedback/query-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { SearchField } from '../../ui/field/search-field.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { ReasonDialog, SideDialog } from './dialogs.tsx';
import { Comparisons, DifferenceTable } from './difference-table.tsx';
import classes from './reconciliation.module.css';

const pauseMs = 300;
const path = 'reconciliation/differences';
/** While something is read or written. */
const soonMs = 3_000;
const laterMs = 60_000;

type Side = 'here' | 'there';
/** What a dialog asks before it is done. */
type Asked = { readonly side: Side; readonly wish: Wish; readonly count: number | null } | 'reason';
type Wish =
  | { readonly rows: readonly Pick<Difference, 'id' | 'version'>[] }
  | { readonly all: object; readonly count?: number };

/** What this platform and the systems beside it say differently, of which either side is taken (DRIFT-01). */
export function Differences() {
  const { text } = useTexts();
  const [typed, setTyped] = useState('');
  const [keyword] = useDebouncedValue(typed.trim(), pauseMs);
  const [kind, setKind] = useState<DifferenceKind | null>(null);
  const [system, setSystem] = useState<SystemName | null>(null);
  const [ignored, showIgnored] = useState(false);
  const [chosen, choose] = useState<ReadonlyMap<number, Difference>>(new Map());
  const [asked, ask] = useState<Asked | null>(null);
  const close = () => ask(null);
  const { query: compared, isBusy, compare } = useComparisons();
  const done = () => {
    choose(new Map());
    close();
  };
  const take = useTake(done);
  const ignore = useIgnore(done);
  const filter = { ...(keyword && { keyword }), ...(kind && { kind }), ...(system && { system }) };
  const rows = [...chosen.values()];
  const showAgain = () => ignore.mutate({ ids: rows.map(({ id }) => id), reason: null });
  return (
    <>
      <div className={classes.totals}>
        <p className={classes.help}>{text('difference.help')}</p>
        <Button icon={mdiSync} busy={compare.isPending} onClick={() => compare.mutate()}>
          {text('difference.compareNow')}
        </Button>
        <QueryView
          query={compared}
          failure={(error) => failureMessage(error, text)}
          waiting={<Skeleton height={28} />}
        >
          {(comparisons) => <Comparisons comparisons={comparisons} />}
        </QueryView>
      </div>
      <PagedReport
        path={path}
        query={{ ...filter, ...(ignored && { ignored: 'true' }) }}
        schema={differenceSchema}
        title="difference.title"
        countText={(count) => text('difference.count', { count })}
        empty={{
          icon: mdiCheckDecagramOutline,
          hint: Object.keys(filter).length > 0 ? 'list.emptyFilter' : noneOf(ignored, compared.data),
        }}
        refreshMs={isBusy ? soonMs : laterMs}
        fields={
          <>
            <SearchField label={text('difference.search')} text={typed} onType={setTyped} />
            <SelectField
              label={text('difference.kind')}
              placeholder={text('difference.allKinds')}
              clearLabel={text('action.clear')}
              options={differenceKinds.map((value) => ({ value, label: text(`differenceKind.${value}`) }))}
              chosen={kind}
              onChoose={setKind}
            />
            <SelectField
              label={text('difference.system')}
              placeholder={text('difference.allSystems')}
              clearLabel={text('action.clear')}
              options={comparedSystems.map((value) => ({ value, label: text(`comparedSystem.${value}`) }))}
              chosen={system}
              onChoose={setSystem}
            />
            <SwitchField
              label={text('reconciliation.showIgnored')}
              on={ignored}
              onSwitch={(isOn) => {
                showIgnored(isOn);
                choose(new Map());
              }}
            />
            <Sides rows={rows} filter={filter} ignored={ignored} onAsk={ask} onShow={showAgain} />
          </>
        }
      >
        {(shown) => (
          <DifferenceTable
            rows={shown}
            chosen={chosen}
            onChoose={choose}
            onTake={(row, side) => take.mutate({ side, wish: { rows: [row] } })}
          />
        )}
      </PagedReport>
      {asked === 'reason' && (
        <ReasonDialog
          count={rows.length}
          busy={ignore.isPending}
          onClose={close}
          onReason={(reason) => ignore.mutate({ ids: rows.map(({ id }) => id), reason })}
        />
      )}
      {asked !== null && asked !== 'reason' && (
        <SideDialog
          side={asked.side}
          count={asked.count}
          path={path}
          filter={{ ...filter, takable: asked.side }}
          busy={take.isPending}
          onClose={close}
          onConfirm={(count) =>
            take.mutate({ ...asked, wish: 'all' in asked.wish ? { ...asked.wish, count } : asked.wish })
          }
        />
      )}
    </>
  );
}

/** Why there is none to show, without a filter. */
function noneOf(ignored: boolean, comparisons: readonly Comparison[] | undefined) {
  if (ignored) return 'difference.noneIgnored';
  if (!comparisons) return 'list.empty';
  const wasCompared = comparisons.some(({ hasAccount, comparedAt }) => hasAccount && comparedAt !== null);
  return wasCompared ? 'difference.none' : 'difference.nothingCompared';
}

interface SidesProps {
  /** Those that are chosen. */
  readonly rows: readonly Difference[];
  readonly filter: object;
  readonly ignored: boolean;
  readonly onAsk: (asked: Asked) => void;
  readonly onShow: () => void;
}

/** What is done with those that are chosen, else with all that fit. */
function Sides({ rows, filter, ignored, onAsk, onShow }: SidesProps) {
  const { text } = useTexts();
  const takable = (side: Side) => rows.filter(({ sides }) => sides.includes(side));
  return (
    <>
      {rows.length > 0 ? (
        <>
          {!ignored &&
            (['here', 'there'] as const).map((side) => (
              <Button
                key={side}
                disabled={takable(side).length === 0}
                onClick={() => onAsk({ side, wish: { rows: takable(side) }, count: takable(side).length })}
              >
                {text(side === 'here' ? 'difference.manyHere' : 'difference.manyThere', {
                  count: takable(side).length,
                })}
              </Button>
            ))}
          <Button
            icon={ignored ? mdiEyeOutline : mdiEyeOffOutline}
            onClick={() => (ignored ? onShow() : onAsk('reason'))}
          >
            {text(ignored ? 'reconciliation.showMany' : 'reconciliation.ignoreMany', {
              count: rows.length,
            })}
          </Button>
        </>
      ) : (
        !ignored &&
        (['here', 'there'] as const).map((side) => (
          <Button key={side} onClick={() => onAsk({ side, wish: { all: filter }, count: null })}>
            {text(side === 'here' ? 'difference.allHere' : 'difference.allThere')}
          </Button>
        ))
      )}
    </>
  );
}

function useComparisons() {
  const { text } = useTexts();
  const api = useApi();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['reconciliation/comparisons'],
    queryFn: ({ signal }) => api.json({ path: 'reconciliation/comparisons', signal }, comparisonsSchema),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ isReading, taking }) => isReading || taking > 0) ? soonMs : laterMs,
    retry: false,
  });
  const compare = useWrite({
    write: (writer) => writer.json({ method: 'POST', path: 'reconciliation/comparisons' }, comparisonsSchema),
    onSuccess: (data) => queries.setQueryData(['reconciliation/comparisons'], data),
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
  const isBusy = query.data?.some(({ isReading, taking }) => isReading || taking > 0) ?? false;
  return { query, isBusy, compare };
}

function useTake(onDone: () => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    write: (api, { side, wish }: { readonly side: Side; readonly wish: Wish }) =>
      api.json(
        {
          method: 'POST',
          path: `${path}/take`,
          json:
            'rows' in wish
              ? { side, rows: wish.rows.map(({ id, version }) => ({ id, version })) }
              : { side, ...wish },
        },
        takenSidesSchema,
      ),
    async onSuccess({ queued, left }) {
      if (queued > 0) toasts.show('success', text('difference.queued', { count: queued }));
      if (left > 0) toasts.show('failure', text('difference.left', { count: left }));
      onDone();
      await queries.invalidateQueries({ queryKey: ['reconciliation/comparisons'] });
      await queries.invalidateQueries({ queryKey: [path] });
    },
    // the question then has the number that it is now
    async onError(error) {
      toasts.show('failure', failureText(error, text));
      if (error instanceof ApiError && error.code === 'list-changed')
        await queries.invalidateQueries({ queryKey: [path] });
    },
  });
}

function useIgnore(onDone: () => void) {
  const { text } = useTexts();
  const queries = useQueryClient();
  return useWrite({
    write: (api, json: { readonly ids: readonly number[]; readonly reason: string | null }) =>
      api.json({ method: 'PUT', path: `${path}/ignored`, json }, changedCountSchema),
    async onSuccess() {
      onDone();
      await queries.invalidateQueries({ queryKey: [path] });
    },
    onError: (error) => toasts.show('failure', failureText(error, text)),
  });
}
