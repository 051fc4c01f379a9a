import { startChild } from '../process/child.ts';
import type { ProviderWish } from './provider-process.ts';

export interface Provider {
  readonly url: string;
  end(): Promise<void>;
}

export async function startProvider(wish: ProviderWish): Promise<Provider> {
  const told = Promise.withResolvers<string>();
  const program = new URL('./provider-process.ts', import.meta.url);
  const child = startChild<ProviderWish, null, { readonly url: string }>(program, wish, ({ url }) =>
    told.resolve(url),
  );
  child.output.catch(told.reject);
  const url = await told.promise;
  return {
    url,
    async end() {
      child.stop();
      await child.output;
    },
  };
}
