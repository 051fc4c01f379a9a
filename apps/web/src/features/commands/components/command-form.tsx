import { useState } from 'react';
import { useSession } from '../../../lib/session/session-context.ts';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Tabs } from '../../../ui/layout/tabs.tsx';
import { BatchForm } from './batch-form.tsx';
import classes from './command-form.module.css';
import { SingleForm } from './single-form.tsx';

interface CommandFormProps {
  readonly onClose: () => void;
}

/** A command to one device; a central, which has many, also sends one to many at once (CMD-04). */
export function CommandForm({ onClose }: CommandFormProps) {
  const { text } = useTexts();
  const session = useSession();
  const [shown, show] = useState('one');
  const isCentral =
    session.phase === 'signed-in' && (session.profile === 'admin' || session.profile === 'monitor');
  if (!isCentral) return <SingleForm onClose={onClose} />;
  return (
    <Tabs
      label={text('command.title')}
      shown={shown}
      onShow={show}
      tabs={[
        { value: 'one', title: text('command.toOne') },
        { value: 'many', title: text('command.toMany') },
      ]}
    >
      <div className={classes.tab}>
        {shown === 'one' ? <SingleForm onClose={onClose} /> : <BatchForm onClose={onClose} />}
      </div>
    </Tabs>
  );
}
