import { m } from '../../paraglide/messages.js';
import { copyAndTell } from '../../ui/copy-text.ts';

export const copyClipText = (text: string): Promise<void> =>
  copyAndTell(text, m.clips_content_copied(), m.clips_copy_failed());
