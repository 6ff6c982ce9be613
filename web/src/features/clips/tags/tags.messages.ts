import { failing } from '../../../live/failures.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';

export const notify = {
  failed: failing(m.tags_failed()),
  deleted: () => toast.success(m.tags_deleted()),
  deleteFailed: failing(m.tags_delete_failed()),
};
