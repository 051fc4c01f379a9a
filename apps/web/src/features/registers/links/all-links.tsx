import { mdiLinkVariantOff, mdiLinkVariantPlus } from '@mdi/js';
import { useState } from 'react';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { AllLinksDialog } from './all-links-dialog.tsx';
import type { LinkPlace } from './api/linkables-page.ts';
import classes from './links.module.css';

interface AllLinksProps {
  readonly place: LinkPlace;
  readonly name: string;
  /** What is searched: all that it finds is switched. */
  readonly keyword: string;
}

/** Links, or takes the links away from, everything that was found. */
export function AllLinks({ place, name, keyword }: AllLinksProps) {
  const { text } = useTexts();
  const [asked, ask] = useState<'link' | 'unlink'>();
  return (
    <div className={classes.all}>
      <Button icon={mdiLinkVariantPlus} onClick={() => ask('link')}>
        {text('permission.linkAll')}
      </Button>
      <Button icon={mdiLinkVariantOff} onClick={() => ask('unlink')}>
        {text('permission.unlinkAll')}
      </Button>
      {asked && (
        <AllLinksDialog
          place={place}
          name={name}
          wish={{ keyword, on: asked === 'link' }}
          onClose={() => ask(undefined)}
        />
      )}
    </div>
  );
}
