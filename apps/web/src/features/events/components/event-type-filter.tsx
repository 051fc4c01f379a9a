import { eventTypes } from '@atalaia/domain/catalog/event-types';
import { useMemo } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { MultiSelect } from '../../../ui/field/multi-select.tsx';

interface EventTypeFilterProps {
  readonly chosen: readonly string[];
  readonly onChoose: (types: readonly string[]) => void;
}

/** Which types of events are shown; all when none is chosen. */
export function EventTypeFilter({ chosen, onChoose }: EventTypeFilterProps) {
  const { text, textOr, language } = useTexts();
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
      chosen={chosen}
      onChoose={onChoose}
      nothingFound={text('selector.empty')}
      clearLabel={text('events.filterAll')}
    />
  );
}
