/** The button that leads to the OpenID Connect provider (IDP-02). */
import { mdiShieldAccountOutline } from '@mdi/js';
import { useLocation } from 'react-router';
import { useTexts } from '../../../lib/texts/texts-context.ts';
import { Button } from '../../../ui/button/button.tsx';
import { openIdAddress, remember } from '../openid-return.ts';

interface OpenIdButtonProps {
  /** What the provider is called. */
  readonly provider: string;
  readonly primary?: boolean;
  readonly keepsConnected?: () => boolean;
}

export function OpenIdButton({ provider, primary = false, keepsConnected }: OpenIdButtonProps) {
  const { text } = useTexts();
  const { state } = useLocation();
  return (
    <Button
      size="large"
      fullWidth
      kind={primary ? 'primary' : 'default'}
      icon={mdiShieldAccountOutline}
      onClick={() => {
        const { path = null } = (state ?? {}) as { readonly path?: string | null };
        remember({ keepConnected: keepsConnected?.() ?? false, path });
        window.location.assign(openIdAddress);
      }}
    >
      {text('login.openId', { provider })}
    </Button>
  );
}
