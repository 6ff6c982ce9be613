import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';

export interface FilePickerProps extends Omit<ButtonProps, 'onClick'> {
  onFiles: (files: File[]) => void;
  multiple?: boolean;
}

/** A button that opens the system's file dialog. The same file can be picked twice in a row. */
export function FilePicker({ onFiles, multiple = true, children = 'Upload File', ...rest }: FilePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        aria-label={typeof children === 'string' ? children : 'Upload File'}
        tabIndex={-1}
        className="sr-only"
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
