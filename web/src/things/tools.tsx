import { Ellipsis } from 'lucide-react';
import { firstPress } from '../lib/shortcuts.ts';
import type { Action } from '../ui/actions-menu.tsx';
import { openActions } from '../ui/actions.ts';
import { IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';

/** What can be done with a thing on a list, beside what it is for. */
export interface Tool extends Action {
  /** Its star is set. */
  readonly starred?: boolean;
}

const RESTS = 'opacity-0 group-focus-within/card:opacity-100 group-hover/card:opacity-100';

export interface ToolsProps {
  tools: readonly Tool[];
  /**
   * On a card: they rest, but for a set star, which stands last, where it moves for none of the
   * others.
   */
  small?: boolean;
}

/** For a pointer and the keyboard. */
export const Tools = ({ tools, small = false }: ToolsProps) =>
  (small ? [...tools].reverse() : tools).map(({ icon, label, danger, starred = false, run }) => (
    <IconButton
      key={label}
      icon={icon}
      label={label}
      data-action
      tone={danger ? 'danger' : starred ? 'star' : 'muted'}
      filled={starred}
      {...(small && { size: 'sm' })}
      className={
        small ? classNames('min-w-5 shrink! transition-opacity', !starred && RESTS) : 'size-8!'
      }
      onClick={danger ? firstPress(run) : run}
    />
  ));

export interface MoreToolsProps {
  tools: readonly Tool[];
  label: string;
}

/** The same for a finger, in a menu. */
export const MoreTools = ({ tools, label }: MoreToolsProps) =>
  tools.length > 0 && (
    <span className="hidden touch:contents">
      <IconButton
        icon={Ellipsis}
        label={label}
        aria-haspopup="menu"
        onClick={(event) => openActions(event.currentTarget, tools)}
      />
    </span>
  );
