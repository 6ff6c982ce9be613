import { Link2, Plus, Radio } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { isActive, useLan } from '../lan/lan-state.ts';
import type { Uploads } from './use-desktop-uploads.ts';

export interface DesktopToolbarProps {
  uploads: Uploads;
  onNewText: () => void;
  onShareLink: () => void;
  onLan: () => void;
  /** A pointer is near: one of these may be pressed next. */
  onNear: () => void;
}

export function DesktopToolbar({ uploads, onNewText, onShareLink, onLan, onNear }: DesktopToolbarProps) {
  const active = isActive(useLan());
  return (
    <div
      role="group"
      aria-label="Desktop actions"
      onPointerEnter={onNear}
      className="flex flex-wrap gap-2 max-md:grid max-md:w-full max-md:grid-cols-2"
    >
      <Button onClick={onLan} className={active ? 'border-accent! text-accent!' : ''}>
        <Radio size={16} aria-hidden className={classNames(active && 'animate-breathe')} />
        {active ? 'LAN Active' : 'LAN Share'}
      </Button>
      <Button onClick={onShareLink}>
        <Link2 size={16} aria-hidden />
        Share link
      </Button>
      <FilePicker onFiles={(files) => uploads.add(files)} pending={uploads.running}>
        {uploads.running ? 'Uploading...' : 'Upload File'}
      </FilePicker>
      <Button variant="primary" onClick={onNewText}>
        <Plus size={16} aria-hidden />
        New Text
      </Button>
    </div>
  );
}
