import type { Platform } from '../../platform/platform.ts';
import { serveTrash } from './trash.routes.ts';
import type { Trash } from './trash.ts';

export const plugInTrash = ({ serving }: Platform, trash: Trash): void =>
  serveTrash(serving, trash);
