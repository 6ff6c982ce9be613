import { Link2, Plus, Radio } from 'lucide-react';
import { useMediaQuery } from '../../lib/media-query.ts';
import { m } from '../../paraglide/messages.js';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { isActive, useLan } from '../lan/lan-state.ts';
import type { Uploads } from '../../live/uploads.ts';

export interface DesktopToolbarProps {
  uploads: Uploads;
  onNewText: () => void;
  onShareLink: () => void;
  onLan: () => void;
}

export function DesktopToolbar({ uploads, onNewText, onShareLink, onLan }: DesktopToolbarProps) {
  const active = isActive(useLan());
  // The title stands beside them, and has no space for all words of every language.
  const isNarrow = useMediaQuery('(64rem <= width < 80rem)');
  return (
    <div
      role="group"
      aria-label={m.desktop_actions()}
      className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2"
    >
      <Button onClick={onLan} className={active ? 'border-accent! text-accent!' : ''}>
        <Radio size={16} aria-hidden className={classNames(active && 'animate-breathe')} />
        {active ? m.desktop_lan_active() : m.desktop_lan_share()}
      </Button>
      <Button onClick={onShareLink}>
        <Link2 size={16} aria-hidden />
        {m.desktop_share_link()}
      </Button>
      <FilePicker onFiles={uploads.add} pending={uploads.uploading} iconOnly={isNarrow}>
        {uploads.uploading ? m.desktop_uploading() : m.ui_upload_file()}
      </FilePicker>
      <Button variant="primary" onClick={onNewText}>
        <Plus size={16} aria-hidden />
        {m.desktop_new_text()}
      </Button>
    </div>
  );
}
