import { dialogs } from '../ui/overlays.tsx';

export const open = dialogs(() => import('./lightbox.tsx'));
