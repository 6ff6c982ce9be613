import { type Language, LANGUAGES } from '@clipline/contract/text-kinds.ts';
import { Braces, FileText, Table2, Type } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { SegmentedControl, Select } from '../../ui/select.tsx';
import { nameOfLanguage } from './languages.ts';

const OPTIONS = (['text', 'code', ...LANGUAGES] as const).map((value) => ({
  value,
  label: nameOfLanguage(value),
}));

const ICONS: Partial<Record<Language, typeof Type>> = {
  text: Type,
  csv: Table2,
  markdown: FileText,
};

export interface TextHeadProps {
  text: string;
  language: Language;
  onChoose: (language: Language) => void;
  /** Undefined where there is none to switch to. */
  preview: boolean | undefined;
  onSwitch: (preview: boolean) => void;
}

/** What a text is written in, to be corrected, its length, and how it is shown. */
export function TextHead({ text, language, onChoose, preview, onSwitch }: TextHeadProps) {
  const Icon = ICONS[language] ?? Braces;
  return (
    <>
      <div className="flex min-w-0 items-center gap-1 text-sm text-muted">
        <Icon size={16} aria-hidden className="shrink-0" />
        <Select
          bare
          aria-label={m.files_language()}
          value={language}
          options={OPTIONS}
          onValueChange={onChoose}
        />
        <span className="tabular whitespace-nowrap max-sm:hidden">
          {m.files_lines({ count: text.replace(/\n$/, '').split('\n').length })}
        </span>
      </div>
      {preview !== undefined && (
        <div className="max-sm:order-last max-sm:w-full">
          <SegmentedControl
            label={m.files_view()}
            value={preview ? 'preview' : 'text'}
            options={[
              { value: 'text', label: m.ui_kind_text() },
              { value: 'preview', label: m.files_preview() },
            ]}
            onValueChange={(value) => onSwitch(value === 'preview')}
          />
        </div>
      )}
    </>
  );
}
