import type { Action } from './actions-menu.tsx';
import { dialogs } from './overlays.tsx';

const open = dialogs(() => import('./actions-menu.tsx'));

/** A menu below `anchor`; what is chosen runs once the menu has closed. */
export const openActions = (anchor: Element, actions: readonly Action[]): void =>
  open('ActionsMenu', { anchor, actions });
