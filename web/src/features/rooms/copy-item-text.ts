import { copyText } from '../../lib/copy.ts';
import { say } from './rooms.messages.ts';

export async function copyItemText(text: string): Promise<void> {
  if (await copyText(text)) say.copied();
  else say.copyFailed();
}
