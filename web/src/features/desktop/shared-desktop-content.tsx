import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { Inbox, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { pressed } from '../../lib/keys.ts';
import { useCapture } from '../../capture/use-capture.ts';
import { useMediaQuery } from '../../lib/media-query.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { PageDropTarget } from '../../ui/page-drop-target.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { DesktopBoard } from './board/desktop-board.tsx';
import { LayoutStore } from './board/layout-store.ts';
import type { Source } from './desktop.api.ts';
import { ItemGrid } from './items/item-grid.tsx';
import { UploadList } from '../../live/upload-list.tsx';
import type { Adding } from './use-adding.ts';
import { useItemTools } from './items/use-item-tools.ts';

/** From here on the owner's layout has the space that it was made for. */
const WIDE = '(width >= 64rem)';

export interface SharedDesktopContentProps {
  source: Source;
  items: readonly DesktopItem[];
  adding: Adding;
  /** What was just added here. */
  added: string | null;
}

export function SharedDesktopContent({
  source,
  items,
  adding: { composer, paste, uploads },
  added,
}: SharedDesktopContentProps) {
  const wide = useMediaQuery(WIDE);
  const [layout] = useState(() => new LayoutStore());
  const canvas = useRef<HTMLUListElement>(null);
  const capture = useCapture();
  const tools = useItemTools(source);

  return (
    <>
      <PageDropTarget
        label={m.desktop_drop()}
        onFiles={(files) => capture.whenOffline(files) || uploads.add(files)}
        onText={(text) => capture.whenOffline(text) || void paste(text)}
      />
      <p className="text-sm text-muted">{m.desktop_shared_note()}</p>
      <form
        className="flex flex-col gap-2 md:flex-row md:items-start"
        onSubmit={(event) => {
          event.preventDefault();
          void composer.send();
        }}
      >
        <Textarea
          aria-label={m.desktop_text()}
          placeholder={m.desktop_add_placeholder()}
          rows={1}
          value={composer.text}
          onChange={(event) => composer.type(event.target.value)}
          onKeyDown={(event) => {
            if (pressed(event) !== 'Enter' || event.shiftKey) return;
            event.preventDefault();
            void composer.send();
          }}
          className="field-sizing-content max-h-48 min-w-0 flex-1 resize-none! py-1.5! touch:py-2.5!"
        />
        <div className="flex gap-2 max-md:[&>button]:flex-1">
          <Button type="submit" variant="primary" pending={composer.sending}>
            {!composer.sending && <Plus size={16} aria-hidden />}
            {composer.sending ? m.desktop_adding() : m.desktop_add()}
          </Button>
          <FilePicker onFiles={uploads.add} pending={uploads.uploading}>
            {uploads.uploading ? m.desktop_uploading() : m.ui_upload_file()}
          </FilePicker>
        </div>
      </form>
      <UploadList uploads={uploads} />
      {items.length > 0 && wide ? (
        <DesktopBoard
          fixed
          label={m.desktop_shared_items()}
          items={items}
          layout={layout}
          tools={tools}
          canvas={canvas}
          compact={false}
          added={added}
        />
      ) : items.length > 0 ? (
        <ItemGrid label={m.desktop_shared_items()} items={items} tools={tools} />
      ) : (
        <EmptyState icon={Inbox} title={m.desktop_empty()} text={m.desktop_shared_empty_text()} />
      )}
    </>
  );
}
