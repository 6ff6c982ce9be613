import { Dialog } from '@base-ui/react/dialog';
import type { StoredFile } from '@clipline/contract/schemas/files.ts';
import { ChevronLeft, ChevronRight, Copy, Download, Trash2, X } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useRef,
  useState,
} from 'react';
import { canCopyImages } from '../lib/copy.ts';
import { fileSize } from '../lib/format.ts';
import { m } from '../paraglide/messages.js';
import { Button, IconButton } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { copyImageAndTell } from '../ui/copy-text.ts';
import { useOverlay } from '../ui/overlays.tsx';
import { Thumbnail } from './content-card.tsx';
import { shortKind } from './file-kinds.ts';
import { FileIcon } from './files.tsx';

export interface LightboxProps {
  /** Pictures, of which this one shows first. */
  files: readonly StoredFile[];
  first: StoredFile;
  onDownload: (file: StoredFile) => unknown;
  /** With a fresh link: one may outlive itself while others are looked at. */
  reread?: (file: StoredFile) => Promise<StoredFile | undefined>;
  /** Whether it was removed. */
  onRemove?: ((file: StoredFile) => Promise<boolean>) | undefined;
}

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity } as const;
const isStep = (key: string): key is keyof typeof STEPS => key in STEPS;

export { Lightbox as lightbox };

/** Dark in both themes: a picture is looked at, not the page around it. */
function Lightbox({ files: given, first, onDownload, reread, onRemove }: LightboxProps) {
  const { open, close, closed, focusOpener, above } = useOverlay();
  const popup = useRef<HTMLDivElement>(null);
  const [files, setFiles] = useState(given);
  const [at, setAt] = useState(() => given.findIndex(({ id }) => id === first.id));
  /** Once each: if it stays broken, it was not for its age. */
  const renewed = useRef(new Set<string>());
  const file = files[at];
  if (!file) return null;
  const last = files.length - 1;
  const step = (by: number) => setAt(Math.max(0, Math.min(last, at + by)));
  const keys = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (!isStep(key) || altKey || ctrlKey || metaKey) return;
    step(STEPS[key]);
  };
  const renew = async () => {
    if (renewed.current.has(file.id)) return;
    renewed.current.add(file.id);
    const fresh = await reread?.(file).catch(() => undefined);
    if (fresh) setFiles((all) => all.map((each) => (each.id === fresh.id ? fresh : each)));
  };
  const remove = async () => {
    if (!(await onRemove?.(file))) return;
    if (last === 0) close();
    setAt(Math.min(at, Math.max(0, last - 1)));
    setFiles(files.filter(({ id }) => id !== file.id));
  };
  const facts = [
    ...(last > 0 ? [m.files_of({ at: at + 1, count: files.length })] : []),
    shortKind(file),
    fileSize(file.size),
  ];
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(next) => next || close()}
      onOpenChangeComplete={(isOpen) => isOpen || closed()}
    >
      <Dialog.Portal>
        <Dialog.Popup
          ref={popup}
          data-theme="dark"
          initialFocus={popup}
          finalFocus={focusOpener}
          onKeyDown={keys}
          className="fixed inset-0 z-50 flex flex-col bg-canvas text-body outline-none transition-opacity duration-200 ease-calm data-ending-style:opacity-0 data-starting-style:opacity-0"
        >
          <header className="flex h-14 shrink-0 items-center gap-1 ps-5 pe-3 max-md:ps-4">
            <div
              aria-live="polite"
              className="flex min-w-0 flex-1 gap-x-2 max-md:flex-col md:items-baseline"
            >
              <Dialog.Title className="truncate text-sm font-medium text-ink">
                <bdi translate="no">{file.name}</bdi>
              </Dialog.Title>
              <p className="tabular shrink-0 text-xs text-muted">{facts.join(' · ')}</p>
            </div>
            {canCopyImages(file.size) && (
              <Button variant="primary" onClick={() => void copyImageAndTell(file.url)}>
                <Copy size={16} aria-hidden />
                <span className="max-md:sr-only">{m.clips_copy_image()}</span>
              </Button>
            )}
            <Button
              variant="ghost"
              aria-label={m.files_download_named({ name: file.name })}
              onClick={() => onDownload(file)}
            >
              <Download size={16} aria-hidden />
              <span className="max-md:sr-only">{m.clips_download()}</span>
            </Button>
            {onRemove && (
              <IconButton
                icon={Trash2}
                tone="danger"
                label={m.ui_remove({ name: file.name })}
                onClick={() => void remove()}
              />
            )}
            <IconButton icon={X} label={m.ui_close()} onClick={close} />
          </header>
          <Whole key={file.id} file={file} onBroken={() => void renew()} onSwipe={step}>
            {last > 0 && (
              <>
                <Arrow side="start" disabled={at === 0} onClick={() => step(-1)} />
                <Arrow side="end" disabled={at === last} onClick={() => step(1)} />
              </>
            )}
          </Whole>
          {last > 0 && (
            <ul
              aria-label={m.files_pictures()}
              className="mx-auto flex max-w-full shrink-0 gap-2 overflow-x-auto p-4"
            >
              {files.map((each, index) => (
                <li key={each.id} className="shrink-0">
                  <Thumb file={each} isShown={index === at} onShow={() => setAt(index)} />
                </li>
              ))}
            </ul>
          )}
          <div className="h-[env(safe-area-inset-bottom)] shrink-0" />
        </Dialog.Popup>
      </Dialog.Portal>
      {above}
    </Dialog.Root>
  );
}

const SWIPE_PX = 48;

interface WholeProps {
  file: StoredFile;
  onBroken: () => void;
  onSwipe: (by: number) => void;
  children: ReactNode;
}

function Whole({ file, onBroken, onSwipe, children }: WholeProps) {
  const began = useRef<{ x: number; y: number } | null>(null);
  const end = ({ clientX, clientY }: PointerEvent) => {
    const start = began.current;
    began.current = null;
    if (!start) return;
    const x = clientX - start.x;
    // More sideways than down; the picture follows the finger.
    if (Math.abs(x) < SWIPE_PX || Math.abs(x) < Math.abs(clientY - start.y)) return;
    onSwipe(x < 0 ? 1 : -1);
  };
  return (
    <div
      className="relative flex min-h-0 flex-1 touch-pinch-zoom items-center justify-center md:px-20"
      onPointerDown={({ isPrimary, pointerType, clientX, clientY }) => {
        began.current = isPrimary && pointerType === 'touch' ? { x: clientX, y: clientY } : null;
      }}
      onPointerUp={end}
      onPointerCancel={() => (began.current = null)}
    >
      <img
        src={file.url}
        alt={m.ui_preview_of({ name: file.name })}
        draggable={false}
        onError={onBroken}
        className="max-h-full max-w-full rounded-xs object-contain text-muted"
      />
      {children}
    </div>
  );
}

interface ArrowProps {
  side: 'start' | 'end';
  disabled: boolean;
  onClick: () => void;
}

/** Not disabled by the browser: focus would be lost at either end. */
function Arrow({ side, disabled, onClick }: ArrowProps) {
  return (
    <IconButton
      icon={side === 'start' ? ChevronLeft : ChevronRight}
      label={side === 'start' ? m.files_previous() : m.files_next()}
      aria-disabled={disabled || undefined}
      onClick={onClick}
      className={classNames(
        'absolute size-11! rounded-full! bg-hover text-ink! aria-disabled:opacity-40 max-md:hidden',
        side === 'start' ? 'start-5' : 'end-5',
      )}
    />
  );
}

interface ThumbProps {
  file: StoredFile;
  isShown: boolean;
  onShow: () => void;
}

function Thumb({ file, isShown, onShow }: ThumbProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isShown) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isShown]);
  return (
    <button
      ref={button}
      type="button"
      aria-label={file.name}
      aria-current={isShown || undefined}
      onClick={onShow}
      className="flex h-12 w-16 items-center justify-center overflow-hidden rounded-chip bg-surface opacity-60 outline-offset-2 aria-[current]:opacity-100 aria-[current]:outline-2 aria-[current]:outline-accent hover:opacity-100 focus-visible:opacity-100"
    >
      <Thumbnail file={file} className="size-full object-cover">
        <FileIcon name={file.name} type={file.type} />
      </Thumbnail>
    </button>
  );
}
