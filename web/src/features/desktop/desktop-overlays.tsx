import type { DesktopItem } from '@clipline/contract/schemas/desktop.ts';
import { LanDialog } from '../lan/lan-dialog.tsx';
import { AddTextDialog } from './add-text-dialog.tsx';
import { ItemDialog } from './item-dialog.tsx';
import type { ItemTools } from './item-tools.ts';
import { ShareDesktopDialog } from './share-desktop-dialog.tsx';
import type { TextAdder } from './use-add-text.ts';

export type DesktopOverlay = 'text' | 'link' | 'lan' | 'item';

interface DesktopOverlaysProps {
  overlay: DesktopOverlay | null;
  onOverlayChange: (overlay: DesktopOverlay | null) => void;
  adder: TextAdder;
  token: string | undefined;
  hasContent: boolean;
  /** What was opened last. */
  item: DesktopItem | null;
  tools: ItemTools;
}

/** What opens over one's own desktop. */
export default function DesktopOverlays({
  overlay,
  onOverlayChange,
  adder,
  token,
  hasContent,
  item,
  tools,
}: DesktopOverlaysProps) {
  const props = (name: DesktopOverlay) => ({
    open: overlay === name,
    onOpenChange: (next: boolean) => onOverlayChange(next ? name : null),
  });
  return (
    <>
      <AddTextDialog adder={adder} {...props('text')} />
      <ShareDesktopDialog token={token} {...props('link')} />
      <LanDialog hasContent={hasContent} {...props('lan')} />
      {item && <ItemDialog item={item} tools={tools} {...props('item')} />}
    </>
  );
}
