import { Upload } from 'lucide-react';
import { useRef, useState, type ClipboardEvent, type DragEvent, type ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface DropTargetProps {
  /** What a drop does, such as 'Drop files to attach them'. */
  label: string;
  onFiles: (files: File[]) => void;
  disabled?: boolean;
  className?: string;
  children: ReactNode;
}

const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

/** Takes dropped and pasted files anywhere inside it, and shows where they would go. Pasted text stays with the field it was pasted into. */
export function DropTarget({ label, onFiles, disabled = false, className, children }: DropTargetProps) {
  const [over, setOver] = useState(false);
  // Entering a child fires before leaving its parent; the count tells when the pointer is really gone.
  const depth = useRef(0);
  const take = (files: FileList | undefined) => {
    if (!disabled && files && files.length > 0) onFiles([...files]);
  };
  const end = () => {
    depth.current = 0;
    setOver(false);
  };
  return (
    <div
      className={classNames('relative', className)}
      onDragEnter={(event) => {
        if (disabled || !carriesFiles(event)) return;
        depth.current += 1;
        setOver(true);
      }}
      onDragLeave={() => {
        depth.current -= 1;
        if (depth.current <= 0) end();
      }}
      onDragOver={(event) => {
        if (disabled || !carriesFiles(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
      }}
      onDrop={(event) => {
        if (!carriesFiles(event)) return;
        // Also when disabled: otherwise the browser would leave the page for the file.
        event.preventDefault();
        end();
        take(event.dataTransfer.files);
      }}
      onPaste={(event: ClipboardEvent) => {
        if (disabled || event.clipboardData.files.length === 0 || event.clipboardData.types.includes('text/plain')) return;
        event.preventDefault();
        take(event.clipboardData.files);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-0 z-10 flex animate-appear items-center justify-center gap-2 rounded-card border-2 border-dashed border-accent bg-accent-soft/95 text-sm font-medium text-accent">
          <Upload size={18} aria-hidden />
          {label}
        </div>
      )}
    </div>
  );
}
