import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Dialog } from '../../ui/window/dialog.tsx';
import classes from './shortcut-help.module.css';

export interface Shortcut {
  readonly keys: readonly string[];
  readonly does: TextKey;
}

interface ShortcutHelpProps {
  readonly groups: readonly { readonly title: TextKey; readonly shortcuts: readonly Shortcut[] }[];
}

/** `?` lists every key that does something here. */
export function ShortcutHelp({ groups }: ShortcutHelpProps) {
  const { text } = useTexts();
  const [opened, setOpened] = useState(false);
  useHotkeys([['shift+?', () => setOpened(true)]]);
  return (
    <Dialog
      title={text('keys.title')}
      closeLabel={text('action.close')}
      opened={opened}
      onClose={() => setOpened(false)}
    >
      {groups.map(({ title, shortcuts }) => (
        <section key={title} className={classes.group}>
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
    </Dialog>
  );
}
