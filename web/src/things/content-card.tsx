import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { Code, FileText, Image, Link2, Type, type LucideIcon } from 'lucide-react';
import { type ReactNode, type Ref, useRef, useState } from 'react';
import { m } from '../paraglide/messages.js';
import type { BadgeTone } from '../ui/badge.tsx';
import { classNames } from '../ui/class-names.ts';
import { Field, Textarea } from '../ui/field.tsx';
import { IconTile } from '../ui/icon-tile.tsx';
import { OpenLinks, PrintedText } from '../ui/text.tsx';
import { type ContentFile, type ContentKind, isCode, isPicture } from './content.ts';
import { usePreview } from './previews.ts';

const KINDS: Record<ContentKind, { icon: LucideIcon; tone: BadgeTone; label: string }> = {
  text: { icon: Type, tone: 'neutral', label: m.ui_kind_text() },
  code: { icon: Code, tone: 'neutral', label: m.ui_kind_code() },
  link: { icon: Link2, tone: 'accent', label: m.ui_kind_link() },
  image: { icon: Image, tone: 'violet', label: m.ui_kind_image() },
  file: { icon: FileText, tone: 'info', label: m.ui_kind_file() },
};

export const kindLabel = (kind: ContentKind): string => KINDS[kind].label;
export function KindIcon({ kind }: { kind: ContentKind }) {
  const { icon: Icon } = KINDS[kind];
  return <Icon size={16} />;
}

export function CardHead({ kind, children }: { kind: ContentKind; children: ReactNode }) {
  const { icon, tone, label } = KINDS[kind];
  return (
    <span className="flex items-center justify-between gap-3">
      <span className="flex items-center gap-2 text-sm text-muted">
        <IconTile icon={icon} tone={tone} />
        <span>{label}</span>
      </span>
      {children}
    </span>
  );
}

/** Code keeps its columns; of prose the lines alone. */
export const textStyle = (code: boolean): string =>
  code ? 'font-mono text-sm leading-6 whitespace-pre-wrap' : 'text-base whitespace-pre-line';

interface CardTextProps {
  kind: ContentKind;
  children: ReactNode;
  className?: string | undefined;
}

export function CardText({ kind, children, className }: CardTextProps) {
  return (
    <span
      dir="auto"
      translate="no"
      className={classNames(
        'line-clamp-3 h-fit min-w-0 flex-1 wrap-anywhere text-ink',
        textStyle(kind === 'code'),
        className,
      )}
    >
      {children}
    </span>
  );
}

/**
 * What the `img` of a picture takes: its preview, or the picture itself where it stands `whole`.
 * Null of another file, and of one that does not load. `onBroken`, called once: its link may have
 * outlived itself.
 */
export function usePicture(
  file: (Pick<ContentFile, 'type'> & Partial<StoredFile>) | undefined,
  onBroken?: () => void,
  { whole = false } = {},
) {
  const [broken, setBroken] = useState<string>();
  const isTold = useRef(false);
  const preview = usePreview(file);
  const url = preview?.url ?? (whole ? file?.url : undefined);
  if (!file || !url || !isPicture(file.type) || url === broken) return null;
  return {
    src: url,
    decoding: 'async',
    // A link has its secret in the address of its page.
    referrerPolicy: 'no-referrer',
    onError() {
      setBroken(url);
      if (!isTold.current) onBroken?.();
      isTold.current = true;
    },
  } as const;
}

interface TextFieldProps {
  ref?: Ref<HTMLTextAreaElement>;
  label: string;
  isLabelled?: boolean;
  text: string;
  onType?: (text: string) => void;
  placeholder: string;
  className?: string;
}

/** A text in a field, what can be opened of it, and on paper the whole of it. */
export function TextField(props: TextFieldProps) {
  const { ref, label, isLabelled = false, text, onType, placeholder } = props;
  const mono = isCode(text);
  const field = (naming: object) => (
    <Textarea
      {...naming}
      ref={ref}
      placeholder={placeholder}
      value={text}
      readOnly={!onType}
      onChange={(event) => onType?.(event.target.value)}
      mono={mono}
      className={classNames('field-sizing-content resize-none!', props.className)}
    />
  );
  return (
    <>
      {isLabelled ? <Field label={label}>{field}</Field> : field({ 'aria-label': label })}
      <OpenLinks text={text} />
      <PrintedText text={text} mono={mono} />
    </>
  );
}
