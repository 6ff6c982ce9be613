import { easyPart } from '../lib/content-kind.ts';
import { useState, type ReactNode } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from './button.tsx';

export interface EasyPart {
  /** All of most texts. */
  readonly shown: string;
  /** What tells that there is more, with the button that shows it; null of a whole text. */
  readonly more: ReactNode;
  /** Shows this text whole, as one that is typed here. */
  readonly allow: (text: string) => void;
}

/** What is laid out of a text by others, so that none of them freezes the page of its reader. */
export function useEasyPart(text: string): EasyPart {
  const [allowed, allow] = useState<string>();
  const shown = text === allowed ? text : easyPart(text);
  const more = shown.length < text.length && (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
      <p className="min-w-48 flex-1 text-sm text-muted">{m.ui_only_beginning()}</p>
      <Button size="sm" onClick={() => allow(text)}>
        {m.ui_show_all()}
      </Button>
    </div>
  );
  return { shown, more: more || null, allow };
}
