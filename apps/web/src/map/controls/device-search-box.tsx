import { mdiMagnify } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { categoryIcon } from '../../lib/icons/category-icon.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { IconButton } from '../../ui/button/icon-button.tsx';
import { Typeahead } from '../../ui/field/typeahead.tsx';
import { Card } from '../../ui/layout/card.tsx';
import type { MapCore, MapDevice } from '../map-api.ts';
import classes from './device-search-box.module.css';

/** From so many characters on something is searched (MAP-11). */
const leastCharacters = 2;
const mostOffered = 8;

interface Found {
  /** The text that these fit. */
  readonly searched: string;
  readonly devices: readonly MapDevice[];
}

const nothing: Found = Object.freeze({ searched: '', devices: [] });

/** Devices whose name or unique id holds a text; what was found last stays until the worker has answered. */
function useDeviceSearch(core: MapCore, text: string): Found {
  const [found, setFound] = useState(nothing);
  const searched = text.trim();
  useEffect(() => {
    let ended = false;
    if (searched.length < leastCharacters) setFound(nothing);
    else {
      void core.search(searched, mostOffered).then((devices) => {
        if (!ended) setFound({ searched, devices });
      });
    }
    return () => {
      ended = true;
    };
  }, [core, searched]);
  return found;
}

/** The button that opens a search over the devices the map knows, by name and unique id (MAP-11). */
export function DeviceSearchBox({ core }: { readonly core: MapCore }) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={classes.place}>
      <IconButton
        ref={button}
        name={text('mapTool.search')}
        icon={mdiMagnify}
        expanded={opened}
        onClick={() => setOpened(!opened)}
      />
      {opened && (
        <SearchCard
          core={core}
          onClose={() => {
            setOpened(false);
            button.current?.focus();
          }}
        />
      )}
    </div>
  );
}

interface SearchCardProps {
  readonly core: MapCore;
  readonly onClose: () => void;
}

function SearchCard({ core, onClose }: SearchCardProps) {
  const { text: say } = useTexts();
  const [text, type] = useState('');
  const { searched, devices } = useDeviceSearch(core, text);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);

  function note(): string | undefined {
    const typed = text.trim();
    if (typed === '') return undefined;
    if (typed.length < leastCharacters) return say('shell.searchMinimum');
    // Nothing is shown while the worker looks.
    return typed === searched ? say('shell.searchEmpty') : undefined;
  }

  return (
    <Card
      className={classes.card}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose();
      }}
    >
      <search>
        <Typeahead
          ref={input}
          label={say('mapTool.search')}
          placeholder={say('mapTool.search')}
          text={text}
          onType={type}
          options={devices.map(({ deviceId, name, uniqueId, category }) => ({
            value: String(deviceId),
            title: name,
            detail: uniqueId,
            icon: categoryIcon(category),
          }))}
          note={note()}
          onPick={(value) => {
            onClose();
            void core.select(Number(value));
          }}
        />
      </search>
    </Card>
  );
}
