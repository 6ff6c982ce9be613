import { secretIn } from '@clipline/contract/secrets.ts';
import { excerpt } from '../../../lib/text.ts';
import { m } from '../../../paraglide/messages.js';
import type { LiveClip } from '../../../things/clip.ts';
import { titleOf } from '../../../things/content.ts';

/** The first words of a clip, or its files; nothing of a secret. */
export function firstWords(clip: LiveClip): string {
  if (secretIn(clip.content)) return '';
  const [line = ''] = titleOf(clip).trimStart().split('\n', 1);
  return excerpt(line.replace(/^#+ /, ''));
}

export const titleWith = (words: string): string =>
  words === '' ? m.clips_shared_title() : `${words} · ${m.clips_shared_title()}`;
