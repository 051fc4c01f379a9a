import { Loader } from '@mantine/core';
import { useTexts } from '../../lib/texts/texts-context.ts';
import { Centred } from './centred.tsx';

interface LoadingScreenProps {
  readonly label?: string;
}

export function LoadingScreen({ label }: LoadingScreenProps) {
  const { text } = useTexts();
  return (
    <Centred>
      <Loader size="sm" color="var(--brand)" />
      <p role="status">{label ?? text('view.loading')}</p>
    </Centred>
  );
}
