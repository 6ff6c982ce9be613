import { memo, useId, useMemo } from 'react';
import { type Block, isPicture } from '../../../things/content.ts';
import { Card } from '../../../ui/card.tsx';
import { inReadingOrder } from '../board/rect.ts';
import { ItemActions } from './item-actions.tsx';
import { ItemBody } from './item-body.tsx';
import type { ItemTools } from './item-tools.ts';

export interface ItemGridProps {
  label: string;
  items: readonly Block[];
  tools: ItemTools;
}

export function ItemGrid({ label, items, tools }: ItemGridProps) {
  const ordered = useMemo(() => inReadingOrder(items), [items]);
  return (
    <ul
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,16rem),1fr))] gap-3"
    >
      {ordered.map((item) => (
        <ItemCard key={item.id} item={item} tools={tools} />
      ))}
    </ul>
  );
}

const ItemCard = memo(function ItemCard({ item, tools }: { item: Block; tools: ItemTools }) {
  const label = useId();
  const height = isPicture(item.files[0]?.type ?? '') ? 'h-36' : 'max-h-36 min-h-10 flex-1';
  return (
    <li aria-labelledby={label} className="flex min-w-0">
      <Card className="flex min-w-0 flex-1 flex-col gap-2 p-0! pt-3!">
        <ItemBody item={item} tools={tools} labelId={label} clamped className={`${height} px-4`} />
        <div className="p-1.5">
          <ItemActions item={item} tools={tools} />
        </div>
      </Card>
    </li>
  );
});
