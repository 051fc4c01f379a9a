import type { Page } from '@playwright/test';

/** What `docs/screens.md` shows of one screen. */
export interface Screen {
  /** Name of the picture's file. */
  readonly name: string;
  readonly title: string;
  /** What a person does there, one sentence. */
  readonly words: string;
  /** Whose eyes it is seen with; undefined: somebody who has not signed in. */
  readonly account: 'admin' | 'central' | 'carla' | 'frota' | 'cliente' | undefined;
  readonly path: string;
  readonly theme?: 'dark';
  readonly language?: 'en';
  readonly size?: 'desk' | 'phone';
  /** What is done before the picture is taken; it ends when the screen shows what it is for. */
  open?(page: Page): Promise<void>;
  /** Puts back what the browser remembers, so that the next screen is as it ships. */
  leave?(page: Page): Promise<void>;
}
