import { type Language, LANGUAGES } from '@clipline/contract/text-kinds.ts';
import { Braces, FileText, Table2, Type } from 'lucide-react';
import { m } from '../../paraglide/messages.js';
import { SegmentedControl, Select } from '../../ui/select.tsx';

const NAMES: Partial<Record<Language, string>> = {
  text: m.ui_kind_text(),
  code: m.ui_kind_code(),
  css: 'CSS',
  csv: 'CSV',
  html: 'HTML',
  json: 'JSON',
  sql: 'SQL',
  typescript: 'TypeScript',
  yaml: 'YAML',
};
const nameOf = (language: Language): string =>
  NAMES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);

const OPTIONS = (['text', 'code', ...LANGUAGES] as const).map((value) => ({
  value,
  label: nameOf(value),
}));

const ICONS: Partial<Record<Language, typeof Type>> = {
  text: Type,
  csv: Table2,
  markdown: FileText,
};

export interface KindOfTextProps {
  text: string;
  language: Language;
  onChoose: (language: Language) => void;
}

/** What a text is written in, to be corrected, and its length. */
export function KindOfText({ text, language, onChoose }: KindOfTextProps) {
  const Icon = ICONS[language] ?? Braces;
  return (
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
  );
}

export interface TextSwitchProps {
  preview: boolean;
  onSwitch: (preview: boolean) => void;
}

export function TextSwitch({ preview, onSwitch }: TextSwitchProps) {
  return (
    <SegmentedControl
      label={m.files_view()}
      value={preview ? 'preview' : 'text'}
      options={[
        { value: 'text', label: m.ui_kind_text() },
        { value: 'preview', label: m.files_preview() },
      ]}
      onValueChange={(value) => onSwitch(value === 'preview')}
    />
  );
}
