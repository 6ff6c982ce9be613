import { useQueryClient } from '@tanstack/react-query';
import { Copy, Link2 } from 'lucide-react';
import { EditorConflict } from '../../editing/editor-conflict.tsx';
import type { Saved } from '../../editing/editor-state.ts';
import { TextDialog } from '../../editing/text-dialog.tsx';
import { UnsavedNotice } from '../../editing/unsaved-notice.tsx';
import { useTextEditor } from '../../editing/use-text-editor.ts';
import { FailedState } from '../../live/failed-state.tsx';
import { toastFailure } from '../../live/failures.ts';
import { m } from '../../paraglide/messages.js';
import { ShareDialog } from '../../sharing/share-dialog.tsx';
import type { Block } from '../../things/content.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { GoneDialog, useOverlay } from '../../ui/overlays.tsx';
import { ScrollArea } from '../../ui/scroll-area.tsx';
import { AreaSpinner } from '../../ui/spinner.tsx';
import { LinkedText, useBeginning } from '../../ui/text.tsx';
import { toast } from '../../ui/toast.ts';
import { LockedByPlan } from '../billing/locked-by-plan.tsx';
import { usePlanRefusal } from '../billing/plan.ts';
import {
  OWN,
  readOwn,
  renewLink,
  saveItemText,
  useDesktop,
  useShareDesktop,
  useSharingState,
} from './desktop.api.ts';
import { copyItem } from './items/item-tools.ts';
import { useAdding } from './use-adding.ts';

export function AddTextDialog({ onAdded }: { onAdded: (itemId: string) => void }) {
  const { close } = useOverlay();
  const { composer } = useAdding(OWN, onAdded);
  const add = async () => {
    if (await composer.send()) close();
  };
  return (
    <TextDialog
      title={m.desktop_add_title()}
      description={m.desktop_add_description()}
      label={m.desktop_text()}
      placeholder={m.desktop_add_placeholder()}
      text={composer.text}
      onType={composer.type}
      verb={composer.sending ? m.desktop_adding() : m.desktop_add()}
      pending={composer.sending}
      onSubmit={() => void add()}
    />
  );
}

const savedOf = ({ content, version }: Pick<Block, 'content' | 'version'>): Saved => ({
  content,
  version,
});

export function EditTextDialog({ id }: { id: string }) {
  const item = useDesktop(OWN, false).data?.items.find((each) => each.id === id);
  return item ? <TextEditorDialog item={item} /> : <GoneDialog />;
}

/** What is typed and not saved is there again the next time. */
function TextEditorDialog({ item }: { item: Block }) {
  const { close } = useOverlay();
  const client = useQueryClient();
  const editor = useTextEditor(
    {
      saved: savedOf(item),
      read: async () => savedOf(await readOwn(client, item.id)),
      save: async (text, version) => savedOf(await saveItemText(client, item, text, version)),
    },
    `desktop-item:${item.id}`,
  );
  const save = async (chosen?: { text: string; over: Saved }) => {
    if ((chosen?.text ?? editor.text).trim() === '' || editor.saving) return;
    try {
      if (!(await editor.save(chosen))) return;
      toast.success(m.desktop_text_saved());
      close();
    } catch (error) {
      toastFailure(m.desktop_text_save_failed(), error);
    }
  };
  return (
    <TextDialog
      title={m.desktop_edit_title()}
      label={m.desktop_text()}
      text={editor.text}
      onType={editor.type}
      verb={m.desktop_save()}
      pending={editor.saving}
      disabled={editor.text.trim() === ''}
      onSubmit={() => void save()}
      notice={<UnsavedNotice editor={editor} />}
      instead={
        editor.deciding && (
          <EditorConflict own editor={editor} onSave={(chosen) => void save(chosen)} />
        )
      }
    />
  );
}

export function ItemDialog({ item }: { item: Block }) {
  const { shown, more } = useBeginning(item.content);
  return (
    <Dialog
      size="lg"
      title={m.desktop_text()}
      footer={
        <Button variant="primary" onClick={() => void copyItem(item)}>
          <Copy size={16} aria-hidden />
          {m.desktop_copy()}
        </Button>
      }
    >
      <ScrollArea
        label={m.desktop_whole_text()}
        dir="auto"
        translate="no"
        className="wrap-anywhere whitespace-pre-wrap text-ink"
      >
        <LinkedText text={shown} />
      </ScrollArea>
      {more}
    </Dialog>
  );
}

export function ShareDesktopDialog() {
  const client = useQueryClient();
  const refusal = usePlanRefusal('sharing');
  // No token before the first item. Everyone who sees the board is told that its link may be out.
  const desktop = useDesktop(OWN, false).data?.desktop;
  const token = desktop?.share_token ?? '';
  const instead = () => {
    if (refusal !== null) return <LockedByPlan text={refusal} />;
    if (token === '')
      return (
        <EmptyState icon={Link2} title={m.desktop_link_none()} text={m.desktop_link_none_text()} />
      );
    return desktop?.shared ? undefined : <Unshared />;
  };
  return (
    <ShareDialog
      title={m.desktop_share_link()}
      text={m.desktop_link_text()}
      link={`${location.origin}/desktop/shared/${encodeURIComponent(token)}`}
      label={m.desktop_link()}
      caption={m.desktop_link_scan()}
      large
      instead={instead()}
      onRenew={() => renewLink(client)}
    />
  );
}

function Unshared() {
  const { mutate } = useShareDesktop();
  const last = useSharingState();
  const share = () => mutate();
  if (last?.status === 'pending') return <AreaSpinner label={m.ui_loading()} />;
  if (last?.status === 'error')
    return <FailedState title={m.desktop_link_failed()} error={last.error} onRetry={share} />;
  // Another device ended it meanwhile, or has just made the desktop.
  return (
    <EmptyState
      icon={Link2}
      text={m.desktop_audience_private()}
      action={<Button onClick={share}>{m.desktop_share_link()}</Button>}
    />
  );
}
