import { Code, FileText, Image, Link2, Type, type LucideIcon } from 'lucide-react';
import type { BadgeTone } from '../../ui/badge.tsx';
import { IconTile } from '../../ui/icon-tile.tsx';
import type { ClipKind } from './clip-kind.ts';

const KINDS: Record<ClipKind, { icon: LucideIcon; tone: BadgeTone; label: string }> = {
  text: { icon: Type, tone: 'neutral', label: 'Text' },
  code: { icon: Code, tone: 'neutral', label: 'Code' },
  link: { icon: Link2, tone: 'accent', label: 'Link' },
  image: { icon: Image, tone: 'violet', label: 'Image' },
  file: { icon: FileText, tone: 'info', label: 'File' },
};

export function ClipKindLabel({ kind }: { kind: ClipKind }) {
  const { icon, tone, label } = KINDS[kind];
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <IconTile icon={icon} tone={tone} />
      {label}
    </span>
  );
}
