import { failureText } from '../../../lib/api-error.ts';
import { toastFailure } from '../../../live/failures.ts';
import { toast } from '../../../ui/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { TextEditor } from '../../../editing/use-text-editor.ts';
import { useMounted } from '../../../lib/mounted.ts';
import { randomId } from '../../../lib/random-id.ts';
import { m } from '../../../paraglide/messages.js';
import { ButtonLink } from '../../../ui/button-link.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Textarea } from '../../../ui/textarea.tsx';
import { keepClip, refreshLists, saveNewClip } from '../clips.api.ts';
import { savedOf } from './use-clip-editor.ts';

/**
 * The clip was deleted while its owner had it open: what was typed can still become a clip of its
 * own.
 */
export function DeletedClip({ clipId, editor }: { clipId: string; editor: TextEditor }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [key] = useState(randomId);
  const mounted = useMounted();
  const saveAsNew = async () => {
    try {
      let id = '';
      await editor.saveAs(async (text) => {
        const saved = keepClip(client, await saveNewClip(text, `${clipId}-${key}`));
        void refreshLists(client);
        ({ id } = saved);
        return savedOf(saved);
      });
      toast.success(m.clips_saved());
      if (mounted.current) void navigate(`/clips/${id}`, { replace: true });
    } catch (error) {
      toastFailure(m.clips_save_failed(), error, failureText(error, m.clips_unknown_error()));
    }
  };
  return (
    <>
      <EmptyState
        icon={Trash2}
        title={m.clips_gone_title()}
        text={editor.dirty ? m.clips_gone_unsaved() : m.clips_gone_elsewhere()}
        action={
          editor.dirty ? (
            <Button variant="primary" pending={editor.saving} onClick={() => void saveAsNew()}>
              {m.clips_save_as_new()}
            </Button>
          ) : (
            <ButtonLink to="/clips">{m.clips_go_to_clips()}</ButtonLink>
          )
        }
      />
      {editor.dirty && (
        <Textarea
          aria-label={m.clips_unsaved_text()}
          readOnly
          value={editor.text}
          className="field-sizing-content max-h-[60dvh] min-h-40"
        />
      )}
    </>
  );
}
