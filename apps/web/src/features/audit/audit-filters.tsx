import { type AuditNoun, auditNounSchema } from '@atalaia/contract/accounts/audit-line';
import { mdiRefresh } from '@mdi/js';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { ReferenceField } from '../../resources/form/reference-field.tsx';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { SelectField } from '../../ui/field/select-field.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import classes from './audit-view.module.css';
import { type AuditFilter, isNoDay } from './use-audit.ts';

interface AuditFiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
  readonly busy: boolean;
  readonly onReload: () => void;
}

/** What kind of thing, who, and in which days. */
export function AuditFilters({ filter, onChange, busy, onReload }: AuditFiltersProps) {
  const { text, language } = useTexts();
  const nouns = auditNounSchema.options
    .map((value) => ({ value, label: text(`auditNoun.${value}`) }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <div className={classes.filters}>
      <div className={classes.choice}>
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
      <div className={classes.choice}>
        <ReferenceField
          path="users"
          label={text('audit.user')}
          placeholder={text('audit.filterUser')}
          clearLabel={text('action.clear')}
          chosen={filter.userId === null ? '' : String(filter.userId)}
          onChoose={(chosen) => onChange({ ...filter, userId: chosen === '' ? null : Number(chosen) })}
        />
      </div>
      {(['from', 'to'] as const).map((end) => (
        <div key={end} className={classes.day}>
          <DateField
            label={text(`audit.${end}`)}
            placeholder={text('form.datePattern')}
            chooseLabel={`${text('action.choose')}: ${text(`audit.${end}`)}`}
            error={isNoDay(filter[end]) ? text('form.notADate') : undefined}
            text={filter[end]}
            onType={(day) => onChange({ ...filter, [end]: day })}
          />
        </div>
      ))}
      <IconButton
        outlined
        size={34}
        name={text('audit.reload')}
        icon={mdiRefresh}
        disabled={busy}
        onClick={onReload}
      />
    </div>
  );
}
