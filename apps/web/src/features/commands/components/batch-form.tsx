import type { BlockReason } from '@atalaia/contract/block/block';
import { mdiSendOutline } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { z } from 'zod';
import type { ApiClient } from '../../../lib/api/api-client.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { useDeviceOptions } from '../../../lib/fleet/fleet-options.ts';
import { timeAgo } from '../../../lib/formats/time-ago.tsx';
import { useFormats } from '../../../lib/formats/use-formats.ts';
import { failureText, refusalMessage } from '../../../lib/texts/failure-text.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import type { BulkSelection } from '../../../resources/resource.ts';
import { Button } from '../../../ui/button/button.tsx';
import { FailedState } from '../../../ui/feedback/failed-state.tsx';
import { FormRefusal } from '../../../ui/feedback/form-refusal.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { type BatchType, batchTypes } from '../batch-draft.ts';
import { ReasonChoice } from '../blocks/reason-choice.tsx';
import { useBatch } from '../use-batch.ts';
import { BatchResultView } from './batch-result-view.tsx';
import classes from './command-form.module.css';
import { MoreDevices, useListedDevices } from './more-devices.tsx';

interface BatchQuestionProps {
  readonly type: BatchType;
  readonly deviceIds: readonly number[];
  /** Those whose vehicles are blocked too. */
  readonly groups: readonly GroupChoice[];
  readonly reason: BlockReason | null;
  readonly onReason: (reason: BlockReason | null) => void;
  readonly busy: boolean;
  readonly refusal: ReturnType<typeof refusalMessage> | undefined;
  readonly onSend: () => void;
  readonly onBack: () => void;
}

/** Asks before many are blocked, or sent another command from a list: how fast each one was, and how long ago (CMD-07). */
function BatchQuestion(props: BatchQuestionProps) {
  const { type, groups, reason, onReason, busy, refusal, onSend, onBack } = props;
  const { text } = useTexts();
  const formats = useFormats();
  const blocks = type === 'engineStop';
  const inGroups = useInGroups(groups.map(({ id }) => id));
  const deviceIds = [...new Set([...props.deviceIds, ...(inGroups.data ?? [])])];
  const isTooMany = deviceIds.length > mostMarked;
  const { count, showMore, rows, isPending } = useListedDevices(deviceIds);
  const fixOf = (deviceId: number): string => {
    const position = rows.get(deviceId)?.position;
    if (!position) return text(isPending ? 'view.loading' : 'command.noFix');
    return `${formats.speed(position.speed)}, ${timeAgo(Date.parse(position.fixTime), Date.now(), text)}`;
  };
  return (
    <section className={classes.form} aria-label={text(blocks ? 'command.batchBlock' : 'command.toMany')}>
      <p>
        {blocks
          ? text('command.batchBlockQuestion')
          : text('command.batchQuestion', { command: text(`commandType.${type}`), count: deviceIds.length })}
      </p>
      {deviceIds.length > 0 && (
        <div className={classes.table}>
          <DataTable
            label={text('command.devices')}
            rows={deviceIds.slice(0, count)}
            keyOf={(deviceId) => deviceId}
            columns={[
              {
                key: 'device',
                title: text('command.device'),
                cell: (deviceId) => rows.get(deviceId)?.device.name ?? deviceId,
              },
              { key: 'fix', title: text('command.lastFix'), cell: fixOf },
            ]}
          />
          <MoreDevices left={deviceIds.length - count} onMore={showMore} />
        </div>
      )}
      {groups.length > 0 && (
        <GroupMembers
          failure={inGroups.data ? null : inGroups.error}
          onRetry={() => void inGroups.refetch()}
          names={groups.map(({ name }) => name)}
          count={inGroups.data && deviceIds.length}
        />
      )}
      {blocks && (
        <>
          <p className={classes.warning}>{text('command.batchRule')}</p>
          <Suspense fallback={<Skeleton height={60} />}>
            <ReasonChoice chosen={reason} onChoose={onReason} />
          </Suspense>
        </>
      )}
      {refusal && <FormRefusal {...refusal} onRetry={onSend} />}
      <footer className={classes.foot}>
        <Button disabled={busy} onClick={onBack}>
          {text('action.cancel')}
        </Button>
        <Button
          kind={blocks ? 'danger' : 'primary'}
          busy={busy}
          disabled={(blocks && reason === null) || (groups.length > 0 && !inGroups.data) || isTooMany}
          first
          onClick={onSend}
        >
          {text('command.send')}
        </Button>
      </footer>
    </section>
  );
}

interface GroupMembersProps {
  readonly failure: Error | null;
  readonly onRetry: () => void;
  readonly names: readonly string[];
  /** Vehicles in all; undefined until those of the groups are known. */
  readonly count: number | undefined;
}

/** Whose vehicles are among those that are asked about, and how many they are in all. */
function GroupMembers({ failure, onRetry, names, count }: GroupMembersProps) {
  const { text } = useTexts();
  if (failure)
    return (
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(failure, text)}
        retryLabel={text('error.retry')}
        onRetry={onRetry}
      />
    );
  if (count === undefined) return <Skeleton height={60} />;
  if (count > mostMarked) return <p role="alert">{text('command.tooManyInGroups')}</p>;
  return <p>{text('command.batchOfGroups', { names: names.join(', '), count })}</p>;
}

const groupSchema = z.object({ id: z.number(), name: z.string() });

type GroupChoice = z.infer<typeof groupSchema>;

/** Every group the person sees, by name. */
function listGroups(api: ApiClient, signal: AbortSignal): Promise<readonly GroupChoice[]> {
  return api.json({ path: 'groups', signal }, z.array(groupSchema));
}

interface BatchFormProps {
  /** Rows that were marked in a list: nobody else gets it. */
  readonly marked?: readonly number[];
  readonly onClose: () => void;
}

/** One command to many devices and groups (CMD-04); a block is asked about, and what became of it is listed (CMD-07). */
export function BatchForm({ marked, onClose }: BatchFormProps) {
  const { text } = useTexts();
  const api = useApi();
  const batch = useBatch(marked);
  const { draft, change, errors, send } = batch;
  const devices = useDeviceOptions(draft.devicesId);
  const groups = useQuery({
    queryKey: ['command-groups'],
    queryFn: ({ signal }) => listGroups(api, signal),
    enabled: marked === undefined,
    retry: false,
  });
  const groupOptions = (groups.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const refusal = send.error ? refusalMessage(send.error, text) : undefined;

  if (batch.answers.length > 0) {
    return (
      <BatchResultView
        answers={batch.answers}
        busy={send.isPending}
        refusal={refusal}
        onConfirm={batch.confirmUnsafe}
        onAgain={batch.again}
        onClose={onClose}
      />
    );
  }
  if (batch.isAsking && draft.commandType) {
    return (
      <BatchQuestion
        type={draft.commandType}
        reason={batch.blockReason}
        onReason={batch.setBlockReason}
        deviceIds={draft.devicesId.map(Number)}
        groups={(groups.data ?? []).filter(({ id }) => draft.groupsId.includes(String(id)))}
        busy={send.isPending}
        refusal={refusal}
        onSend={batch.confirm}
        onBack={batch.stopAsking}
      />
    );
  }
  return (
    <form
      className={classes.form}
      noValidate
      aria-label={text('command.toMany')}
      onSubmit={(event) => {
        event.preventDefault();
        batch.submit();
      }}
    >
      {marked ? (
        <p>{text('command.toMarked', { count: marked.length })}</p>
      ) : (
        <>
          <MultiSelect
            labelled
            label={text('command.devices')}
            placeholder={text('selector.placeholder')}
            options={devices.options}
            chosen={draft.devicesId}
            onChoose={(devicesId) => {
              devices.remember(devicesId);
              change({ devicesId });
            }}
            onSearch={devices.type}
            settled={devices.isSettled}
            nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
            clearLabel={`${text('action.clear')}: ${text('command.devices')}`}
            error={errors.subject && text(errors.subject)}
          />
          <MultiSelect
            labelled
            label={text('command.groups')}
            placeholder={text('selector.placeholder')}
            options={groupOptions}
            chosen={draft.groupsId}
            onChoose={(groupsId) => change({ groupsId })}
            nothingFound={text(groups.isPending ? 'view.loading' : 'selector.empty')}
            clearLabel={`${text('action.clear')}: ${text('command.groups')}`}
            error={errors.subject && text(errors.subject)}
          />
        </>
      )}
      <SelectField
        labelled
        label={`${text('command.type')} *`}
        placeholder={text('selector.placeholder')}
        options={batchTypes.map((type) => ({ value: type, label: text(`commandType.${type}`) }))}
        chosen={draft.commandType}
        onChoose={(commandType) => change({ commandType })}
        error={errors.type && text(errors.type)}
      />
      {groups.error && (
        <p role="alert" className={classes.failure}>
          {failureText(groups.error, text)}
        </p>
      )}
      {refusal && <FormRefusal {...refusal} />}
      <footer className={classes.foot}>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind="primary" icon={mdiSendOutline} busy={send.isPending}>
          {text('command.send')}
        </Button>
      </footer>
    </form>
  );
}

/** The marked rows of a list as numbers: all that it is filtered by are read first. */
function useMarked({ ids, filter, count }: BulkSelection) {
  const api = useApi();
  return useQuery({
    queryKey: ['marked-devices', ids, filter],
    queryFn: async ({ signal }) => ids ?? listNumbers(api, filter, Math.min(count, mostMarked), signal),
    enabled: count <= mostMarked,
    gcTime: 0,
    retry: false,
  });
}

/** Of one batch. */
const mostMarked = 10_000;
const idsPerPage = 1000;

/** The numbers of the devices that a filter leaves, a page at a time, until `most` are known. */
async function listNumbers(
  api: ApiClient,
  filter: BulkSelection['filter'],
  most: number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (let offset = 0; offset < most; offset += idsPerPage) {
    const query = { ...filter, excludeAttributes: 'true', limit: idsPerPage, offset };
    const page = await api.json({ path: 'devices', query, signal }, z.array(z.object({ id: z.number() })));
    found.push(...page.map(({ id }) => id));
    if (page.length < idsPerPage) break;
  }
  return found;
}

/** The vehicles of these groups and of those below them: as many as one batch takes, and a page more. */
function useInGroups(groupIds: readonly number[]) {
  const api = useApi();
  return useQuery({
    queryKey: ['batch-groups', groupIds],
    async queryFn({ signal }) {
      const found = new Set<number>();
      for (const groupId of groupIds) {
        for (const id of await listNumbers(api, { groupId: String(groupId) }, mostMarked + 1, signal))
          found.add(id);
        if (found.size > mostMarked) break;
      }
      return [...found];
    },
    enabled: groupIds.length > 0,
    gcTime: 0,
    retry: false,
  });
}

interface MarkedCommandProps {
  readonly selection: BulkSelection;
  readonly onClose: () => void;
}

/** One command to the marked rows of a list. */
export function MarkedCommand({ selection, onClose }: MarkedCommandProps) {
  const { text } = useTexts();
  const { data, error, refetch } = useMarked(selection);
  if (selection.count > mostMarked)
    return <p role="alert">{text('command.tooManyMarked', { count: selection.count })}</p>;
  if (error)
    return (
      <FailedState
        title={text('view.failedTitle')}
        reason={failureText(error, text)}
        retryLabel={text('error.retry')}
        onRetry={() => void refetch()}
      />
    );
  if (!data) return <Skeleton height={160} />;
  return <BatchForm marked={data} onClose={onClose} />;
}
