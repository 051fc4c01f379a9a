import { mdiCarMultiple, mdiClose } from '@mdi/js';
import { useEffect, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { FollowWindow } from '../../../../features/follow/follow-window.tsx';
import { useDeviceOptions } from '../../../../lib/fleet/fleet-options.ts';
import { useKeys } from '../../../../lib/keys/use-keys.ts';
import { useTexts } from '../../../../lib/texts/texts-context.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { followAddress, followedIn, mostFollowed } from '../followed-devices.ts';
import manageClasses from '../page-over-map.module.css';
import classes from './follow-view.module.css';

/** `/admin/follow?ids=`: up to four vehicles, each followed in a window of its own. */
export function FollowView() {
  const { text } = useTexts();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const ids = followedIn(query.get('ids'));
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const close = () => void navigate('/admin');
  useKeys(page, [{ key: 'Escape', act: close }]);
  useEffect(() => heading.current?.focus(), []);
  const show = (next: readonly number[]) => void navigate(followAddress(next), { replace: true });
  return (
    <main ref={page} className={manageClasses.page}>
      <header className={manageClasses.head}>
        <h1 ref={heading} className={manageClasses.title} tabIndex={-1}>
          {text('follow.title')}
        </h1>
        <div className={classes.add}>
          <AddDevice key={ids.join()} ids={ids} onAdd={(id) => show([...ids, id])} />
        </div>
        <IconButton outlined name={text('action.close')} icon={mdiClose} onClick={close} />
      </header>
      {ids.length === 0 ? (
        <EmptyState icon={mdiCarMultiple} hint={text('follow.empty')} />
      ) : (
        <div className={classes.windows} data-count={ids.length}>
          {ids.map((id) => (
            <FollowWindow key={id} deviceId={id} onClose={() => show(ids.filter((one) => one !== id))} />
          ))}
        </div>
      )}
    </main>
  );
}

interface AddDeviceProps {
  readonly ids: readonly number[];
  readonly onAdd: (deviceId: number) => void;
}

function AddDevice({ ids, onAdd }: AddDeviceProps) {
  const { text } = useTexts();
  const devices = useDeviceOptions([]);
  const isFull = ids.length >= mostFollowed;
  return (
    <SelectField
      searchable
      disabled={isFull}
      label={text(isFull ? 'follow.full' : 'follow.add')}
      options={devices.options.filter(({ value }) => !ids.includes(Number(value)))}
      chosen={null}
      settled={devices.isSettled}
      onChoose={(value) => value && onAdd(Number(value))}
      onSearch={devices.type}
      nothingFound={text(devices.isFetching ? 'view.loading' : 'selector.empty')}
    />
  );
}
