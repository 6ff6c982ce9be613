import type { TagColor } from '@clipline/contract/tag-colors.ts';
import { m } from '../../../paraglide/messages.js';

export const TAG_COLORS: readonly { readonly value: TagColor; readonly label: string }[] = [
  { value: 'gray', label: m.tags_gray() },
  { value: 'red', label: m.tags_red() },
  { value: 'orange', label: m.tags_orange() },
  { value: 'yellow', label: m.tags_yellow() },
  { value: 'green', label: m.tags_green() },
  { value: 'teal', label: m.tags_teal() },
  { value: 'blue', label: m.tags_blue() },
  { value: 'purple', label: m.tags_purple() },
];
