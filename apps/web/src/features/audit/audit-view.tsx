import {
  type AuditLine,
  type AuditNoun,
  auditLineSchema,
  auditNounSchema,
} from '@atalaia/contract/accounts/audit-line';
import { mdiArrowRight, mdiClipboardTextClockOutline, mdiClose } from '@mdi/js';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { z } from 'zod';
import { useApi } from '../../lib/api/api-context.ts';
import { useFormats } from '../../lib/formats/use-formats.ts';
import { useKeys } from '../../lib/keys/use-keys.ts';
import { useSettings } from '../../lib/settings/settings-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import { type Days, EndlessList, instantsOf } from '../../resources/list/endless-list.tsx';
import { RecordRows } from '../../resources/record/record-view.tsx';
import { Button } from '../../ui/button/button.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { FactList } from '../../ui/table/fact-list.tsx';
import type { GridColumn } from '../../ui/table/grid-table.tsx';
import {
  actionLabel,
  actorOf,
  detailLabels,
  nounLabel,
  objectExists,
  objectName,
  valueChanges,
} from './audit-details.ts';
import classes from './audit-view.module.css';

interface AuditViewProps {
  /** The way to a thing of a line where it is kept; undefined where there is no such place, or no such thing any more. */
  readonly opener: (line: AuditLine) => (() => void) | undefined;
}

/** Who did what to what, when and from where; the newest first, as far back as somebody scrolls (SEC-03). */
export function AuditView({ opener }: AuditViewProps) {
  const { text } = useTexts();
  const [filter, setFilter] = useState(noFilter);
  const [chosen, choose] = useState<AuditLine | null>(null);
  const change = (changed: AuditFilter) => {
    choose(null);
    setFilter(changed);
  };
  return (
    <div className={classes.screen} data-fills>
      <EndlessList
        label={text('audit.title')}
        columns={useAuditColumns(opener)}
        query={useAudit(filter)}
        filter={filter}
        onFilter={change}
        fields={<AuditFields filter={filter} onChange={change} />}
        empty={{
          icon: mdiClipboardTextClockOutline,
          title: text('audit.empty'),
          hint: text('audit.emptyHelp'),
        }}
        emptyTitle={text('list.empty')}
        selected={chosen?.id}
        onSelect={choose}
      />
      {chosen && <AuditLinePane line={chosen} onOpen={opener(chosen)} onClose={() => choose(null)} />}
    </div>
  );
}

interface AuditFieldsProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** What kind of thing, and who. */
function AuditFields({ filter, onChange }: AuditFieldsProps) {
  const { text, language } = useTexts();
  const nouns = auditNounSchema.options
    .map((value) => ({ value, label: text(`auditNoun.${value}`) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <>
      <div>
        <SelectField<AuditNoun>
          labelled
          searchable
          label={text('audit.object')}
          placeholder={text('audit.filterNoun')}
          clearLabel={text('action.clear')}
          nothingFound={text('selector.empty')}
          options={nouns}
          chosen={filter.noun}
          onChoose={(noun) => onChange({ ...filter, noun })}
        />
      </div>
      <div>
        <ReferenceField
          path="users"
          label={text('audit.user')}
          placeholder={text('audit.filterUser')}
          clearLabel={text('action.clear')}
          chosen={filter.userId}
          onChoose={(userId) => onChange({ ...filter, userId })}
        />
      </div>
    </>
  );
}

interface AuditLinePaneProps {
  readonly line: AuditLine;
  readonly onOpen: (() => void) | undefined;
  readonly onClose: () => void;
}

/** One line in full: what a table has no room for. */
function AuditLinePane({ line, onOpen, onClose }: AuditLinePaneProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  const part = useRef<HTMLElement>(null);
  useKeys(part, [{ key: 'Escape', inFields: true, act: onClose }]);
  const name = objectName(line, labels);
  const changes = valueChanges(line, labels);
  const details = detailLabels(line, labels, 'without-values');
  return (
    <aside ref={part} className={classes.pane} aria-label={text('audit.details')} data-holds-escape>
      <header className={classes.head}>
        <h2 className={classes.title}>
          {actionLabel(line, labels)} · {nounLabel(line, labels)}
        </h2>
        <IconButton size={28} name={text('action.close')} icon={mdiClose} onClick={onClose} />
      </header>
      <FactList
        facts={[
          { name: text('audit.time'), value: formats.dateTime(line.at) },
          { name: text('audit.user'), value: actorOf(line, labels) },
          { name: nounLabel(line, labels), value: name ?? text('value.missing') },
          { name: text('audit.address'), value: line.address ?? text('value.missing') },
        ]}
      />
      {changes.length > 0 && (
        <table className={classes.changes}>
          <thead>
            <tr>
              <th scope="col">{text('audit.field')}</th>
              <th scope="col">{text('audit.before')}</th>
              <th scope="col">{text('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ name: field, before, after }) => (
              <tr key={field}>
                <th scope="row">{field}</th>
                <td>{before}</td>
                <td>{after}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {details.length > 0 && (
        <ul className={classes.details}>
          {details.map((detail) => (
            <li key={detail}>{detail}</li>
          ))}
        </ul>
      )}
      {onOpen && name && (
        <Button icon={mdiArrowRight} onClick={onOpen}>
          {text('audit.open', { name })}
        </Button>
      )}
    </aside>
  );
}

/** A line of the trail under its columns. `opener`: the way to a thing of it. */
function useAuditColumns(opener: (line: AuditLine) => (() => void) | undefined) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  const columns: readonly GridColumn<AuditLine>[] = [
    { key: 'time', title: text('audit.time'), width: 172, cell: ({ at }: AuditLine) => formats.dateTime(at) },
    {
      key: 'who',
      title: text('audit.user'),
      names: true,
      width: 150,
      cell: (line: AuditLine) => actorOf(line, labels),
    },
    {
      key: 'action',
      title: text('audit.action'),
      width: 140,
      cell: (line: AuditLine) => actionLabel(line, labels),
    },
    {
      key: 'object',
      title: text('audit.object'),
      cell: (line: AuditLine) => (
        <ObjectCell
          noun={nounLabel(line, labels)}
          name={objectName(line, labels)}
          isRemoved={!objectExists(line) && line.details.name !== undefined}
          onOpen={opener(line)}
        />
      ),
    },
    {
      key: 'details',
      title: text('audit.details'),
      muted: true,
      cell: (line: AuditLine) => {
        const label = detailLabels(line, labels).join(' · ');
        return label === '' ? text('value.missing') : <span title={label}>{label}</span>;
      },
    },
    {
      key: 'address',
      title: text('audit.address'),
      muted: true,
      width: 118,
      cell: ({ address }: AuditLine) => address ?? text('value.missing'),
    },
  ];
  return columns;
}

interface ObjectCellProps {
  readonly noun: string;
  readonly name: string | undefined;
  readonly isRemoved: boolean;
  readonly onOpen: (() => void) | undefined;
}

function ObjectCell({ noun, name, isRemoved, onOpen }: ObjectCellProps) {
  const { text } = useTexts();
  if (name === undefined) return noun;
  return (
    <span className={classes.object}>
      <span className={classes.noun}>{noun} </span>
      {onOpen ? (
        <button type="button" className={classes.link} title={text('audit.open', { name })} onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span title={isRemoved ? text('audit.removed') : name} data-gone={isRemoved || undefined}>
          {name}
        </span>
      )}
    </span>
  );
}

/** Lines of a page. */
const pageSize = 100;

interface AuditFilter extends Days {
  readonly noun: AuditNoun | null;
  /** As the field holds it: '' for nobody. */
  readonly userId: string;
}

export const noFilter: AuditFilter = Object.freeze({
  ...{ noun: null, userId: '', from: '', to: '' },
});

/** The trail as far as it was requested, newest first, and the way to what is older. */
function useAudit(filter: AuditFilter) {
  const api = useApi();
  const { timezone } = useSettings();
  const request = filterOf(filter, timezone);
  return useInfiniteQuery({
    queryKey: ['audit', request],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam: before, signal }): Promise<AuditLine[]> =>
      api.json(
        { path: 'audit', query: { ...request, before, limit: pageSize }, signal },
        z.array(auditLineSchema),
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What is requested by a filter. */
export function filterOf({ noun, userId, ...days }: AuditFilter, timezone: string) {
  return {
    ...(noun && { noun }),
    ...(userId !== '' && { userId: Number(userId) }),
    ...instantsOf(days, timezone),
  };
}

interface AuditOfProps {
  readonly noun: AuditNoun;
  readonly objectId: number;
}

/** What last happened to one thing, and by whom. */
export function AuditOf({ noun, objectId }: AuditOfProps) {
  const { text, textOr } = useTexts();
  const formats = useFormats();
  const labels = { text, textOr, formats };
  return (
    <RecordRows
      title={text('audit.history')}
      path="audit"
      query={{ noun, objectId }}
      schema={auditLineSchema}
      empty={text('audit.empty')}
      lineOf={(line) => ({
        name: [actionLabel(line, labels), ...detailLabels(line, labels)].join(' · '),
        detail: [formats.dateTime(line.at), actorOf(line, labels)].join(' · '),
      })}
    />
  );
}
