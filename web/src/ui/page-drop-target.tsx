import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { dialogIsOpen } from '../lib/shortcuts.ts';
import { readTransfer } from '../lib/transfer.ts';
import { m } from '../paraglide/messages.js';
import { toast } from './toast.ts';

export interface PageDropTargetProps {
  label: string;
  /** Null when they were pasted. */
  onFiles: (files: File[], at: Point | null) => void;
  /** Pasted text only where no field takes it. Office programs lay a picture beside a text. */
  onText?: (text: string, at: Point | null, picture: File | null) => void;
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
const foldersRefused = () => toast.error(m.ui_no_folders());

/** Pasted text stays with its field. */
export function PageDropTarget({ label, onFiles, onText, disabled = false }: PageDropTargetProps) {
  const [over, setOver] = useState(false);
  const given = useEffectEvent(() => ({ onFiles, onText, disabled }));
  useEffect(() => {
    // Entering a child fires before leaving its parent; the count tells when the pointer has left.
    let depth = 0;
    // What is dragged from this page is on it already.
    let fromHere = false;
    const wanted = (event: DragEvent) =>
      !fromHere &&
      (carries(event, 'Files') ||
        (given().onText !== undefined && carries(event, 'text/plain') && !takesText(event.target)));
    const take = (data: DataTransfer, at: Point | null, inField = false): boolean => {
      const { onFiles: takeFiles, onText: takeText, disabled: off } = given();
      if (off) return false;
      const taken = readTransfer(data, at !== null);
      if (taken.kind === 'files') {
        if (taken.folders) foldersRefused();
        takeFiles([...taken.files], at);
        return true;
      }
      if (taken.kind === 'folders') {
        foldersRefused();
        return true;
      }
      if (!takeText || inField) return false;
      if (taken.kind === 'text') takeText(taken.text, at, taken.picture);
      else toast.success(m.ui_nothing_to_paste());
      return true;
    };
    const onDragEnter = (event: DragEvent) => {
      if (!wanted(event)) return;
      depth += 1;
      setOver(!given().disabled);
    };
    const onDragLeave = () => {
      if (depth === 0) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const onDragOver = (event: DragEvent) => {
      if (!wanted(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = given().disabled ? 'none' : 'copy';
    };
    const onDrop = (event: DragEvent) => {
      if (!wanted(event)) return;
      // Also when disabled: otherwise the browser would leave the page for the file.
      event.preventDefault();
      depth = 0;
      setOver(false);
      if (event.dataTransfer) take(event.dataTransfer, { x: event.clientX, y: event.clientY });
    };
    const onPaste = (event: ClipboardEvent) => {
      // A dialog that is open is about something else.
      if (!event.clipboardData || event.defaultPrevented || dialogIsOpen()) return;
      if (take(event.clipboardData, null, takesText(event.target))) event.preventDefault();
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
        <span>{label}</span>
      </p>
    </div>
  );
}
