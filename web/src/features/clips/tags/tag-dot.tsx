import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { classNames } from '../../../ui/class-names.ts';
import { dotOf } from './tag-colors.ts';

/** The colour of a tag; its name says the rest. */
export const TagDot = ({ color }: { color: TagColor }) => (
  <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', dotOf(color))} />
);
