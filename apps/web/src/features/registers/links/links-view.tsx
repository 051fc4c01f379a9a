import type { PermissionOwner } from '@atalaia/contract/permission';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';

interface LinksViewProps {
  readonly owner: PermissionOwner;
  readonly row: { readonly id: number };
  readonly name: string;
  readonly onDone: () => void;
}

/** What a row is linked to. */
export function LinksView({ name, onDone }: LinksViewProps) {
  const { text } = useTexts();
  return (
    <div>
      <h2>{text('permission.title', { name })}</h2>
      <Button onClick={onDone}>{text('list.back')}</Button>
    </div>
  );
}
