import { whenIdle } from '../lib/browser.ts';
import { m } from '../paraglide/messages.js';
import { openDialog } from '../ui/confirm.ts';
import { lazyPart } from '../ui/lazy.tsx';

const Waiting = lazyPart(() => import('./waiting.tsx'), 'Waiting');
// It is asked for when there is no connection.
whenIdle(Waiting.preload);

export const showWaiting = (): void =>
  openDialog({ title: m.capture_sheet_title(), size: 'side', children: <Waiting /> });
