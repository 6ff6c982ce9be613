import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

export interface PageDropTargetProps {
  /** What a drop does, such as 'Drop files to attach them'. */
  label: string;
  /** `at`: where they were dropped, in the window; null when they were pasted. */
  onFiles: (files: File[], at: Point | null) => void;
  /** Takes text as well; pasted text only where no field takes it. */
  onText?: (text: string, at: Point | null) => void;
  disabled?: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

const carries = (event: DragEvent, type: string) =>
  event.dataTransfer?.types.includes(type) ?? false;
const takesText = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, [contenteditable], [role=dialog]') !== null;

/**
 * Takes files dropped or pasted anywhere on the page while mounted, and shows that it would. Pasted
 * text stays with its field.
 */
export function PageDropTarget({ label, onFiles, onText, disabled = false }: PageDropTargetProps) {
  const [over, setOver] = useState(false);
  const latest = useRef({ onFiles, onText, disabled });
  useEffect(() => {
    latest.current = { onFiles, onText, disabled };
  });
  useEffect(() => {
    // Entering a child fires before leaving its parent; the count tells when the pointer has left
    // the window.
    let depth = 0;
    // What is dragged from this page is on it already.
    let fromHere = false;
    const wanted = (event: DragEvent) =>
      !fromHere &&
      (carries(event, 'Files') ||
        (latest.current.onText !== undefined &&
          carries(event, 'text/plain') &&
          !takesText(event.target)));
    const take = (files: FileList | undefined, at: Point | null) => {
      if (files && files.length > 0 && !latest.current.disabled)
        latest.current.onFiles([...files], at);
    };
    const onDragEnter = (event: DragEvent) => {
      if (!wanted(event)) return;
      depth += 1;
      setOver(!latest.current.disabled);
    };
    const onDragLeave = () => {
      if (depth === 0) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const onDragOver = (event: DragEvent) => {
      if (!wanted(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latest.current.disabled ? 'none' : 'copy';
    };
    const onDrop = (event: DragEvent) => {
      if (!wanted(event)) return;
      // Also when disabled: otherwise the browser would leave the page for the file.
      event.preventDefault();
      depth = 0;
      setOver(false);
      const at = { x: event.clientX, y: event.clientY };
      if (carries(event, 'Files')) take(event.dataTransfer?.files, at);
      else if (!latest.current.disabled)
        latest.current.onText?.(event.dataTransfer?.getData('text/plain') ?? '', at);
    };
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (!data || latest.current.disabled) return;
      // A dialog that is open is about something else.
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
      const text = data.types.includes('text/plain');
      if (text && (!latest.current.onText || takesText(event.target))) return;
      if (!text && data.files.length === 0) return;
      event.preventDefault();
      if (text) latest.current.onText?.(data.getData('text/plain'), null);
      else take(data.files, null);
    };
    const controller = new AbortController();
    const { signal } = controller;
    window.addEventListener('dragstart', () => (fromHere = true), { signal });
    window.addEventListener('dragend', () => (fromHere = false), { signal });
    window.addEventListener('dragenter', onDragEnter, { signal });
    window.addEventListener('dragleave', onDragLeave, { signal });
    window.addEventListener('dragover', onDragOver, { signal });
    window.addEventListener('drop', onDrop, { signal });
    window.addEventListener('paste', onPaste, { signal });
    return () => controller.abort();
  }, []);

  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-40 flex animate-appear items-center justify-center rounded-dialog border-2 border-dashed border-accent bg-accent-soft/95">
      <p className="flex items-center gap-3 text-md font-semibold text-accent">
        <Upload size={22} aria-hidden />
        {label}
      </p>
    </div>
  );
}
