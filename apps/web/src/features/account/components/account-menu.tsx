import { languages } from '@atalaia/phrases/languages';
import { VisuallyHidden } from '@mantine/core';
import {
  mdiAccountCircleOutline,
  mdiBellOutline,
  mdiBellRing,
  mdiLogout,
  mdiShieldKeyOutline,
} from '@mdi/js';
import { usePush } from '../../../lib/notifications/use-push.ts';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Menu, MenuChoice, MenuItem } from '../../../ui/layout/menu.tsx';
import { useTheme } from '../../../ui/theme/theme-provider.tsx';
import { themeChoices } from '../../../ui/theme/theme-store.ts';
import classes from './account-menu.module.css';

interface AccountMenuProps {
  readonly onAccount: () => void;
  /** How and where the person is signed in. */
  readonly onSessions: () => void;
  readonly onSignOut: () => void;
}

/** The person signed in, with his account, his theme, his language and the way out. */
export function AccountMenu({ onAccount, onSessions, onSignOut }: AccountMenuProps) {
  const session = useSession();
  const { text, language, choose } = useTexts();
  const theme = useTheme();
  // the menu closes with the choice, before the browser has answered
  const push = usePush();
  if (session.phase !== 'signed-in') return null;
  const { name } = session.person;

  return (
    <Menu
      target={
        <button type="button" className={classes.who} title={name}>
          <VisuallyHidden component="span">{text('shell.account')} </VisuallyHidden>
          <span className={classes.initials} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <span className={classes.labels}>
            <bdi className={classes.name}>{name}</bdi>{' '}
            <span className={classes.profile}>{text(`profile.${session.profile}`)}</span>
          </span>
        </button>
      }
    >
      <MenuItem icon={mdiAccountCircleOutline} onClick={onAccount}>
        {text('account.title')}
      </MenuItem>
      <MenuItem icon={mdiShieldKeyOutline} onClick={onSessions}>
        {text('menu.sessions')}
      </MenuItem>
      <PushItem {...push} />
      <MenuChoice
        title={text('theme.title')}
        chosen={theme.choice}
        onChoose={theme.choose}
        choices={themeChoices.map((value) => ({ value, name: text(`theme.${value}`) }))}
      />
      <MenuChoice
        title={text('language.title')}
        chosen={language}
        onChoose={(value) => void choose(value)}
        choices={languages.map((value) => ({ value, name: text(`language.${value}`) }))}
      />
      <MenuItem icon={mdiLogout} onClick={onSignOut}>
        {text('menu.logout')}
      </MenuItem>
    </Menu>
  );
}

/** Whether this device rings while no page is open. */
function PushItem({ state, isTurning, turn }: ReturnType<typeof usePush>) {
  const { text } = useTexts();
  if (state === 'unsupported') return null;
  return (
    <MenuItem
      icon={state === 'on' ? mdiBellRing : mdiBellOutline}
      disabled={state === 'denied' || isTurning}
      onClick={() => turn(state !== 'on')}
    >
      {text(`push.${state}`)}
    </MenuItem>
  );
}

/** Up to two letters that stand for a name: of its first and last word. */
export function initialsOf(name: string): string {
  const labels = name.trim().split(/\s+/u).filter(Boolean);
  const first = labels[0] ?? '';
  const last = labels.length > 1 ? (labels.at(-1) ?? '') : '';
  const letters = last ? [firstLetter(first), firstLetter(last)] : [...first].slice(0, 2);
  return letters.join('').toLocaleUpperCase();
}

function firstLetter(name: string): string {
  return [...name][0] ?? '';
}
