import { eventTypes } from '@atalaia/domain/event-types';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';
import { useEventsView } from '../events-view-store.ts';

export function EventTypeFilter() {
  const { text, textOr, language } = useTexts();
  const { types, chooseTypes } = useEventsView();
  const options = useMemo(
    () =>
      eventTypes
        .map((type) => ({ value: type as string, label: textOr(`eventType.${type}`, type) }))
        .sort((one, other) => one.label.localeCompare(other.label, language)),
    [textOr, language],
  );
  return (
    <MultiSelect
      label={text('events.filter')}
      options={options}
      chosen={types}
      onChoose={chooseTypes}
      nothingFound={text('selector.empty')}
      clearLabel={text('events.filterAll')}
    />
  );
}
