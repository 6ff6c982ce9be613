import { Upload, type LucideIcon } from 'lucide-react';
import { memo, useRef } from 'react';
import { m } from '../paraglide/messages.js';
import { Button, type ButtonProps } from './button.tsx';

export interface FilePickerProps extends Omit<ButtonProps, 'onClick'> {
  onFiles: (files: File[]) => void;
  multiple?: boolean;
  accept?: string;
  icon?: LucideIcon;
  iconOnly?: boolean;
}

/**
 * The same file can be picked twice in a row. Memoised: beside a text it stays while that is typed.
 */
export const FilePicker = memo(function FilePicker({
  onFiles,
  multiple = true,
  accept,
  icon: Icon = Upload,
  iconOnly = false,
  children = m.ui_upload_file(),
  ...rest
}: FilePickerProps) {
  const label = typeof children === 'string' ? children : m.ui_upload_file();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple={multiple}
        accept={accept}
        aria-label={label}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button
        {...rest}
        {...(iconOnly && { 'aria-label': label, 'data-tooltip': label })}
        onClick={() => input.current?.click()}
      >
        <Icon size={16} aria-hidden />
        {!iconOnly && children}
      </Button>
    </>
  );
});
