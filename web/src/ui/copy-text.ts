import { copyComing, copyImage, copyText } from '../lib/copy.ts';
import { m } from '../paraglide/messages.js';
import { toast } from './toast.ts';

export async function copyAndTell(
  text: string | Promise<string>,
  copied: string,
  failed = m.ui_copy_text_failed(),
): Promise<void> {
  if (await (typeof text === 'string' ? copyText(text) : copyComing(text))) toast.success(copied);
  else toast.error(failed, m.ui_copy_text_failed_text());
}

export async function copyImageAndTell(url: string): Promise<void> {
  if (await copyImage(url)) toast.success(m.ui_image_copied());
  else toast.error(m.ui_copy_image_failed(), m.ui_copy_image_failed_text());
}
