import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

export interface PageDropTargetProps {
  /** What a drop does, such as 'Drop files to attach them'. */
  label: string;
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** Takes files dropped or pasted anywhere on the page while mounted, and shows that it would. Pasted text stays with its field. */
export function PageDropTarget({ label, onFiles, disabled = false }: PageDropTargetProps) {
  const [over, setOver] = useState(false);
  const latest = useRef({ onFiles, disabled });
  useEffect(() => {
    latest.current = { onFiles, disabled };
  });
  useEffect(() => {
    // Entering a child fires before leaving its parent; the count tells when the pointer has left the window.
    let depth = 0;
    const take = (files: FileList | undefined) => {
      if (files && files.length > 0 && !latest.current.disabled) latest.current.onFiles([...files]);
    };
    const onDragEnter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth += 1;
      setOver(!latest.current.disabled);
    };
    const onDragLeave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth -= 1;
      if (depth <= 0) setOver(false);
    };
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = latest.current.disabled ? 'none' : 'copy';
    };
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Also when disabled: otherwise the browser would leave the page for the file.
      event.preventDefault();
      depth = 0;
      setOver(false);
      take(event.dataTransfer?.files);
    };
    const onPaste = (event: ClipboardEvent) => {
      const data = event.clipboardData;
      if (!data || data.files.length === 0 || data.types.includes('text/plain') || latest.current.disabled) return;
      event.preventDefault();
      take(data.files);
    };
    const controller = new AbortController();
    const { signal } = controller;
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
