import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { classNames } from '../../../ui/class-names.ts';

const DOTS: Readonly<Record<TagColor, string>> = {
  gray: 'bg-tag-gray',
  red: 'bg-tag-red',
  orange: 'bg-tag-orange',
  yellow: 'bg-tag-yellow',
  green: 'bg-tag-green',
  teal: 'bg-tag-teal',
  blue: 'bg-tag-blue',
  purple: 'bg-tag-purple',
};

/** The colour of a tag; its name says the rest. */
export const TagDot = ({ color }: { color: TagColor }) => (
  <span aria-hidden className={classNames('size-2 shrink-0 rounded-full', DOTS[color])} />
);
