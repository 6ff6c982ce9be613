import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { m } from '../paraglide/messages.js';
import { Button, type ButtonProps } from './button.tsx';

export interface FilePickerProps extends Omit<ButtonProps, 'onClick'> {
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  /** Kinds that the dialog shows at first. */
  accept?: string;
}

/** A button that opens the system's file dialog. The same file can be picked twice in a row. */
export function FilePicker({
  onFiles,
  multiple = true,
  accept,
  children = m.ui_upload_file(),
  ...rest
}: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={typeof children === 'string' ? children : m.ui_upload_file()}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button {...rest} onClick={() => input.current?.click()}>
        <Upload size={16} aria-hidden />
        {children}
      </Button>
    </>
  );
}
