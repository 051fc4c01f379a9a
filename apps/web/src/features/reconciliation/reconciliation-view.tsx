import { useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { Differences } from './differences.tsx';
import { MoneyAtRisk } from './money-at-risk.tsx';
import classes from './reconciliation.module.css';
import { SimCards } from './sim-cards.tsx';

type Part = 'money' | 'differences' | 'sims';

/** What costs money and brings none, and what other systems say otherwise (DRIFT-01 to DRIFT-03). */
export function ReconciliationView({ onDevice }: { readonly onDevice: (deviceId: number) => void }) {
  const { text } = useTexts();
  const session = useSession();
  // a list of SIM cards is of every vehicle
  const isAdmin = session.phase === 'signed-in' && session.profile === 'admin';
  const [part, show] = useState<Part>('money');
  return (
    <div className={classes.page} data-fills>
      <Tabs
        label={text('menu.reconciliation')}
        shown={part}
        onShow={(value) => show(value as Part)}
        tabs={[
          { value: 'money', title: text('risk.title') },
          { value: 'differences', title: text('difference.title') },
          ...(isAdmin ? [{ value: 'sims', title: text('sim.title') }] : []),
        ]}
      >
        <div className={classes.part}>
          {part === 'money' && <MoneyAtRisk onDevice={onDevice} />}
          {part === 'differences' && <Differences />}
          {part === 'sims' && <SimCards />}
        </div>
      </Tabs>
    </div>
  );
}
