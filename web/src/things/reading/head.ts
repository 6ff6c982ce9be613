import { lazyPart } from '../../ui/lazy.tsx';

const head = () => import('./text-head.tsx');

/** Nobody waits for them. */
export const KindOfText = lazyPart(head, 'KindOfText', null);
export const TextSwitch = lazyPart(head, 'TextSwitch', null);
