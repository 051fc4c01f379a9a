import type { TextKey } from '../../lib/texts/texts.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { mapShortcuts } from '../../map/controls/map-shortcuts.ts';
import { Dialog } from '../../ui/window/dialog.tsx';
import classes from './shortcut-help.module.css';

interface ShortcutHelpProps {
  /** The shell has the search that `/` leads to. */
  readonly hasSearch: boolean;
  readonly onClose: () => void;
}

/** Every key that does something here. */
export function ShortcutHelp({ hasSearch, onClose }: ShortcutHelpProps) {
  const { text } = useTexts();
  const groups: readonly ShortcutGroup[] = [
    { title: 'keys.everywhere', shortcuts: shellShortcuts(hasSearch) },
    { title: 'keys.map', shortcuts: mapShortcuts.map(({ keys, phrase }) => ({ keys, does: phrase })) },
  ];
  return (
    <Dialog title={text('keys.title')} closeLabel={text('action.close')} opened onClose={onClose} width={560}>
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

interface Shortcut {
  readonly keys: readonly string[];
  readonly does: TextKey;
}

interface ShortcutGroup {
  readonly title: TextKey;
  readonly shortcuts: readonly Shortcut[];
}

/** The keys of a shell, whatever has the focus but a field. */
function shellShortcuts(hasSearch: boolean): readonly Shortcut[] {
  const search: readonly Shortcut[] = hasSearch ? [{ keys: ['/'], does: 'keys.search' }] : [];
  return [
    ...search,
    { keys: ['Tab'], does: 'keys.walk' },
    { keys: ['F8'], does: 'keys.save' },
    { keys: ['Esc'], does: 'keys.escape' },
    { keys: ['?'], does: 'keys.help' },
  ];
}
