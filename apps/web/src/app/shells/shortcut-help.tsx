import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { mapShortcuts } from '../../map/controls/map-shortcuts.ts';
import { Dialog } from '../../ui/window/dialog.tsx';
import classes from './shortcut-help.module.css';
import { type ShortcutGroup, shellShortcuts } from './shortcuts.ts';

interface ShortcutHelpProps {
  /** The shell has the search that `/` leads to. */
  readonly hasSearch?: boolean;
}

/** `?` lists every key that does something here. */
export function ShortcutHelp({ hasSearch = false }: ShortcutHelpProps) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  // Where `?` lies on a keyboard, and whether it takes Shift, differs by country.
  useHotkeys([
    ['shift+?', () => setOpened(true)],
    ['?', () => setOpened(true)],
  ]);
  const groups: readonly ShortcutGroup[] = [
    { title: 'keys.everywhere', shortcuts: shellShortcuts(hasSearch) },
    { title: 'keys.map', shortcuts: mapShortcuts.map(({ keys, phrase }) => ({ keys, does: phrase })) },
  ];
  return (
    <Dialog
      title={text('keys.title')}
      closeLabel={text('action.close')}
      opened={opened}
      onClose={() => setOpened(false)}
      width={560}
    >
      <div className={classes.groups}>
        {groups.map(({ title, shortcuts }) => (
          <section key={title}>
            <h3 className={classes.title}>{text(title)}</h3>
            <dl className={classes.list}>
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className={classes.row}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key} className={classes.key}>
                        {key}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{text(does)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
