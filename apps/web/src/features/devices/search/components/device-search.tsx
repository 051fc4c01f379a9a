import { useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { Typeahead } from '../../../../ui/field/typeahead.tsx';
import { useDeviceSearch } from '../use-device-search.ts';
import classes from './device-search.module.css';

interface DeviceSearchProps {
  readonly onPick: (deviceId: number) => void;
}

/** The top bar's search over every device a person sees; `/` leads to it. */
export function DeviceSearch({ onPick }: DeviceSearchProps) {
  const { text: say } = useTexts();
  const { text, type, options, note } = useDeviceSearch();
  const input = useRef<HTMLInputElement>(null);
  useHotkeys([['/', () => input.current?.focus()]]);

  return (
    <search className={classes.search}>
      <Typeahead
        ref={input}
        label={say('shell.searchLabel')}
        placeholder={say('shell.search')}
        text={text}
        onType={type}
        options={options}
        note={note}
        shortcut="/"
        onPick={(value) => {
          type('');
          input.current?.blur();
          onPick(Number(value));
        }}
      />
    </search>
  );
}
