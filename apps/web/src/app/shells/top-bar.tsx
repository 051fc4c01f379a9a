import { useHotkeys } from '@mantine/hooks';
import { mdiBullhornOutline, mdiEyeOutline, mdiLanDisconnect, mdiTimerSandEmpty } from '@mdi/js';
import { lazy, type ReactNode, useState } from 'react';
import { AccountMenu } from '../../features/account/components/account-menu.tsx';
import { CompanyLogo } from '../../features/companies/components/company-logo.tsx';
import { StorageNotice } from '../../features/server-settings/storage-notice.tsx';
import { useSignOut } from '../../features/sessions/hooks/use-sign-out.ts';
import { timeAgo } from '../../lib/formats/time-ago.tsx';
import { useNow } from '../../lib/formats/use-now.ts';
import { useSession, whoLooks } from '../../lib/session/session-context.ts';
import { useAnnouncement } from '../../lib/settings/settings-context.ts';
import { useStore } from '../../lib/store/use-store.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { useLive } from '../../live/live-context.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './top-bar.module.css';
import { ComingWindow, SmallWidget } from './widget.tsx';

const ShortcutHelp = lazy(async () => ({ default: (await import('./shortcut-help.tsx')).ShortcutHelp }));

interface TopBarProps {
  readonly onAccount: () => void;
  /** Where the person is signed in. */
  readonly onSessions: () => void;
  /** Before the logo: the button of a narrow screen's menu. */
  readonly menuButton?: ReactNode;
  /** After the logo. */
  readonly children?: ReactNode;
  /** Before the account. */
  readonly actions?: ReactNode;
}

export function TopBar({ onAccount, onSessions, menuButton, children, actions }: TopBarProps) {
  const signOut = useSignOut();
  return (
    <header className={classes.bar}>
      <SmallWidget>{menuButton}</SmallWidget>
      <div className={classes.logo}>
        <SmallWidget>
          <CompanyLogo size={32} />
        </SmallWidget>
      </div>
      <SmallWidget>{children}</SmallWidget>
      <div className={classes.grow} />
      <SmallWidget>
        <LookingAs onEnd={signOut} />
      </SmallWidget>
      <SmallWidget>
        <Announcement />
      </SmallWidget>
      <SmallWidget>
        <StorageNotice />
      </SmallWidget>
      <SmallWidget>
        <ConnectionBanner />
      </SmallWidget>
      {actions}
      <div className={classes.account}>
        <SmallWidget>
          <AccountMenu onAccount={onAccount} onSessions={onSessions} onSignOut={signOut} />
        </SmallWidget>
      </div>
    </header>
  );
}

/** Says through whose eyes the page is seen, for as long as it is. */
function LookingAs({ onEnd }: { readonly onEnd: () => void }) {
  const { text } = useTexts();
  const session = useSession();
  const [own] = useState(() => whoLooks(session));
  if (own === undefined || session.phase !== 'signed-in') return null;
  const { name } = session.person;
  return (
    <div role="status" className={classes.place}>
      <span className={classes.notice} title={text('lookAs.title', { name, own })}>
        <Icon path={mdiEyeOutline} size={16} />
        <span className={classes.labels}>{text('lookAs.now', { name })}</span>
        <button type="button" className={classes.again} onClick={onEnd}>
          {text('lookAs.end')}
        </button>
      </span>
    </div>
  );
}

/** The administrator's word to everybody, as much of it as there is room for; all of it at a click. */
function Announcement() {
  const announcement = useAnnouncement();
  return (
    <div role="status" className={classes.told}>
      {announcement && (
        <button
          type="button"
          className={classes.notice}
          title={announcement}
          aria-label={announcement}
          onClick={() => toasts.show('info', announcement)}
        >
          <Icon path={mdiBullhornOutline} size={16} />
          <span className={classes.labels}>{announcement}</span>
        </button>
      )}
    </div>
  );
}

/** Says for as long as it lasts that what is shown may be old: a toast alone disappears after five seconds. */
function ConnectionBanner() {
  const { text } = useTexts();
  const { connection, isBehind, retryNow } = useLive();
  const isLost = useStore(connection, (now) => now === 'lost');
  const isOld = useStore(isBehind, (now) => now) && !isLost;
  return (
    <div className={classes.place}>
      <span role="status" className={classes.said}>
        {isLost && text('error.socketLost')}
        {isOld && text('connection.behindHint')}
      </span>
      {isOld && (
        <span className={classes.notice} title={text('connection.behindHint')}>
          <Icon path={mdiTimerSandEmpty} size={16} />
          <span className={classes.labels} aria-hidden>
            {text('connection.behind')}
          </span>
        </span>
      )}
      {isLost && (
        <span className={classes.notice} title={text('error.socketLost')}>
          <Icon path={mdiLanDisconnect} size={16} />
          <span className={classes.labels} data-age aria-hidden>
            <AsOf />
            <span className={classes.next}>
              {' · '}
              <NextTry />
            </span>
          </span>
          <button type="button" className={classes.again} onClick={retryNow}>
            {text('connection.tryNow')}
          </button>
        </span>
      )}
    </div>
  );
}

/** How old what is shown is: nothing moves any more, and a place of an hour ago looks like one of now. */
function AsOf() {
  const { text } = useTexts();
  const asOfMs = useStore(useLive().asOfMs, (ms) => ms);
  const nowMs = useNow(1000);
  if (asOfMs === null) return text('connection.lost');
  return text('connection.asOf', { age: timeAgo(asOfMs, nowMs, text) });
}

/** How long until it is tried again, second by second. */
function NextTry() {
  const { text } = useTexts();
  const atMs = useStore(useLive().nextTryMs, (next) => next);
  const seconds = Math.ceil((atMs - useNow(1000)) / 1000);
  return seconds > 0 ? text('connection.nextIn', { seconds }) : text('connection.trying');
}

/** The first stop of the keyboard: past bar and menu to the map. */
export function SkipLink() {
  const { text } = useTexts();
  return (
    <a className={classes.skip} href="#live-map">
      {text('shell.skipToMap')}
    </a>
  );
}

/** `?` lists every key that does something here; `hasSearch`: the shell has the search that `/` leads to. */
export function HelpKey({ hasSearch = false }: { readonly hasSearch?: boolean }) {
  const [opened, setOpened] = useState(false);
  // Where `?` is on a keyboard, and whether it takes Shift, differs by country.
  useHotkeys([
    ['shift+?', () => setOpened(true)],
    ['?', () => setOpened(true)],
  ]);
  return (
    opened && (
      <ComingWindow>
        <ShortcutHelp hasSearch={hasSearch} onClose={() => setOpened(false)} />
      </ComingWindow>
    )
  );
}
