import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { TextEditor } from '../../../editing/use-text-editor.ts';
import { ApiError, failureText } from '../../../lib/api-error.ts';
import { useMounted } from '../../../lib/browser.ts';
import { forgetDraft } from '../../../lib/drafts.ts';
import { randomId } from '../../../lib/random-id.ts';
import { getUser, useUser } from '../../../session/session.ts';
import { toastFailure } from '../../../live/failures.ts';
import { type FileQueue, moveFiles } from '../../../things/uploads.ts';
import { m } from '../../../paraglide/messages.js';
import { toast } from '../../../ui/toast.ts';
import type { LiveClip } from '../../../things/clip.ts';
import { keepClip, openDraft, refreshLists, saveNewClip, saveText, useClip } from '../clips.api.ts';
import { type ClipEdit, keyOf, savedOf, useClipEdit } from './use-clip-editor.ts';

const DRAFT_KEY = 'new-clip';

const isLocked = (error: unknown) => error instanceof ApiError && error.status === 402;

export interface NewClip extends ClipEdit {
  readonly clip: LiveClip | undefined;
  /** 'signed-out': typing works, saving needs an account. 'locked': saving needs a plan. */
  readonly status: 'signed-out' | 'initializing' | 'failed' | 'locked' | 'ready' | 'saving';
  /**
   * The address names a clip that is gone or belongs to another person: its own page shows that.
   */
  readonly notMine: boolean;
  readonly shareable: boolean;
  readonly retry: () => void;
}

export function useNewClip(
  session: string,
  savedId: string | null,
  onSaved: (id: string) => void,
): NewClip {
  const client = useQueryClient();
  const user = useUser();
  const signedIn = user !== null;
  const draft = useQuery({
    queryKey: ['clips', 'draft', session],
    queryFn: async () => keepClip(client, await openDraft()),
    enabled: signedIn && savedId === null,
    // What a plan lacks stays on the page, with the way to the plans.
    meta: { failed: (error) => (isLocked(error) ? null : m.clips_init_failed()) },
    staleTime: Infinity,
    gcTime: 0,
  });
  const saved = useClip(savedId);
  const clip = savedId ? saved.data : draft.data;
  const firstSave = useRef(randomId());
  const mounted = useMounted();
  const locked = isLocked(draft.error);

  // What was typed during the first save is kept under the clip from then on.
  const moved = useRef(savedId !== null);
  useEffect(() => {
    if (!savedId || moved.current) return;
    moved.current = true;
    forgetDraft(DRAFT_KEY, getUser()?.id ?? null);
  }, [savedId]);

  /** The draft of the entry may have been used up since, in another tab or by time. */
  async function saveFirst(text: string): Promise<LiveClip> {
    const { id, version } = await openDraft();
    try {
      return await saveText(id, text, version);
    } catch (failure) {
      if (failure instanceof ApiError && (failure.status === 412 || failure.status === 404))
        return saveNewClip(text, firstSave.current);
      throw failure;
    }
  }

  async function create(editor: TextEditor, files: FileQueue): Promise<string> {
    let id = '';
    await editor.saveAs(async (text) => {
      const first = keepClip(client, await saveFirst(text));
      void refreshLists(client);
      ({ id } = first);
      return savedOf(first);
    });
    // Its person may have gone on, to another new clip even, whose files are none of this one's.
    moveFiles(DRAFT_KEY, keyOf(id), mounted.current ? undefined : files.files);
    if (mounted.current) onSaved(id);
    return id;
  }

  const edit = useClipEdit({
    clip,
    key: savedId ? keyOf(savedId) : DRAFT_KEY,
    saved: m.clips_saved(),
    onFailed: (failure) =>
      toastFailure(m.clips_save_failed(), failure, failureText(failure, m.clips_unknown_error())),
    create: savedId ? undefined : create,
  });

  const status = !signedIn
    ? 'signed-out'
    : edit.saving
      ? 'saving'
      : clip
        ? 'ready'
        : draft.isError
          ? locked
            ? 'locked'
            : 'failed'
          : 'initializing';
  return {
    ...edit,
    clip: savedId ? clip : undefined,
    status,
    notMine:
      savedId !== null &&
      (saved.isError
        ? saved.data === undefined
        : saved.data !== undefined && saved.data.userId !== user?.id),
    shareable:
      savedId !== null && clip !== undefined && (clip.content !== '' || clip.files.length > 0),
    async save() {
      if (locked) return;
      if (clip) await edit.save();
      else toast.error(m.clips_not_initialized(), m.clips_not_initialized_text());
    },
    retry: () => void draft.refetch(),
  };
}
