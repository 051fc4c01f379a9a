import { mdiAlertCircleOutline, mdiCheckCircleOutline, mdiClose, mdiInformationOutline } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../lib/store/use-store.ts';
import { Button } from '../button/button.tsx';
import { IconButton } from '../button/icon-button.tsx';
import { Icon } from '../icon.tsx';
import classes from './toaster.module.css';
import { type Toast, toastDurationMs, toasts } from './toasts.ts';

const icons = {
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
  failure: mdiAlertCircleOutline,
} as const;

/** Where toasts appear. One for the whole page. */
export function Toaster({ closeLabel }: { readonly closeLabel: string }) {
  const shown = useStore(toasts, (all) => all);
  const corner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = corner.current;
    if (!element) return;
    // lists, forms and windows end above the toasts: nothing that can be pressed is below one
    const watch = new ResizeObserver(() => {
      const room = element.offsetHeight > 0 ? element.offsetHeight + 24 : 0;
      document.documentElement.style.setProperty('--toasts-room', `${room}px`);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={corner} className={classes.corner}>
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} />
      ))}
    </div>
  );
}

interface ToastCardProps {
  readonly toast: Toast;
  readonly closeLabel: string;
}

function ToastCard({ toast: { id, kind, text, action }, closeLabel }: ToastCardProps) {
  const [isLookedAt, setLookedAt] = useState(false);
  useEffect(() => {
    if (isLookedAt) return;
    const timer = setTimeout(() => toasts.dismiss(id), toastDurationMs);
    return () => clearTimeout(timer);
  }, [id, isLookedAt]);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looking at it only stops the clock
    <div
      className={classes.toast}
      role={kind === 'failure' ? 'alert' : 'status'}
      data-kind={kind}
      onPointerEnter={() => setLookedAt(true)}
      onPointerLeave={() => setLookedAt(false)}
      onFocus={() => setLookedAt(true)}
      onBlur={() => setLookedAt(false)}
    >
      <Icon path={icons[kind]} className={classes.icon} />
      <span className={classes.text}>{text}</span>
      {action && (
        <span className={classes.action}>
          <Button
            onClick={() => {
              toasts.dismiss(id);
              action.run();
            }}
          >
            {action.label}
          </Button>
        </span>
      )}
      <IconButton name={closeLabel} icon={mdiClose} size={28} onClick={() => toasts.dismiss(id)} />
    </div>
  );
}
