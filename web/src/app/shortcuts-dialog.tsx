import { Dialog } from '../ui/dialog.tsx';

const SHORTCUTS: readonly [keys: readonly string[], meaning: string][] = [
  [['/'], 'Search'],
  [['n'], 'New clip'],
  [['←', '→', '↑', '↓'], 'Move between cards'],
  [['Enter'], 'Open'],
  [['Esc'], 'Close'],
  [['?'], 'Keyboard shortcuts'],
];

export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard shortcuts" size="sm">
      <dl className="flex flex-col gap-1">
        {SHORTCUTS.map(([keys, meaning]) => (
          <div key={meaning} className="flex h-9 items-center justify-between gap-4">
            <dt className="text-sm text-body">{meaning}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex h-6 min-w-6 items-center justify-center rounded-chip border border-line bg-sunken px-1.5 font-sans text-xs font-medium text-ink"
                >
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
