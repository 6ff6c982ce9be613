import type { ComponentProps } from 'react';
import type { Link } from 'react-router';
import type { LiveClip } from '../../../things/clip.ts';
import { useLongPress } from './use-long-press.ts';

export interface Selectable {
  clip: LiveClip;
  search: string;
  selected: boolean;
  /** Something is selected: a press selects too, and opens nothing. */
  selecting: boolean;
  onSelect: (clip: LiveClip, range: boolean) => void;
}

/** For the link to a clip on a list. */
export function useClipLink({
  clip,
  search,
  selecting,
  onSelect,
}: Selectable): Partial<ComponentProps<typeof Link>> {
  const press = useLongPress(() => onSelect(clip, false));
  return {
    // Where the clip is opened, the first of what was looked for is selected.
    ...(clip.match?.where === 'text' && { state: { search } }),
    'aria-keyshortcuts': 'x s d f c Delete',
    ...press,
    onClick(event) {
      if (!selecting || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      onSelect(clip, event.shiftKey);
    },
  };
}
