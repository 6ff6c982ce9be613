import { Code, FileText, Image, Link2, Type, type LucideIcon } from 'lucide-react';
import { m } from '../paraglide/messages.js';
import type { BadgeTone } from './badge.tsx';
import { IconTile } from './icon-tile.tsx';
import type { ContentKind } from '../lib/content-kind.ts';

const KINDS: Record<ContentKind, { icon: LucideIcon; tone: BadgeTone; label: string }> = {
  text: { icon: Type, tone: 'neutral', label: m.ui_kind_text() },
  code: { icon: Code, tone: 'neutral', label: m.ui_kind_code() },
  link: { icon: Link2, tone: 'accent', label: m.ui_kind_link() },
  image: { icon: Image, tone: 'violet', label: m.ui_kind_image() },
  file: { icon: FileText, tone: 'info', label: m.ui_kind_file() },
};

export function KindLabel({ kind }: { kind: ContentKind }) {
  const { icon, tone, label } = KINDS[kind];
  return (
    <span className="flex items-center gap-2 text-sm text-muted">
      <IconTile icon={icon} tone={tone} />
      <span>{label}</span>
    </span>
  );
}
