import { CONTENT_TYPES, DATE_RANGES } from '../../lib/filter-choices.ts';
import { m } from '../../paraglide/messages.js';
import { Field } from '../../ui/field.tsx';
import { SegmentedControl } from '../../ui/segmented-control.tsx';
import { Select } from '../../ui/select.tsx';
import { FAVORITES } from './filters.ts';
import type { ClipFilterControls } from './use-filters.ts';

export interface FilterFieldsProps {
  controls: ClipFilterControls;
  total: number | undefined;
  withFavorites: boolean;
}

export function FilterFields({ controls, total, withFavorites }: FilterFieldsProps) {
  const { type, dateRange, favorite } = controls.shown;
  return (
    <>
      <SegmentedControl
        label={m.clips_type()}
        showLabel
        value={type}
        options={CONTENT_TYPES}
        onValueChange={(next) => controls.change({ type: next })}
      />
      <div className="w-40">
        <Field label={m.clips_date_range()}>
          {(control) => (
            <Select
              {...control}
              value={dateRange}
              options={DATE_RANGES}
              onValueChange={(next) => controls.change({ dateRange: next })}
            />
          )}
        </Field>
      </div>
      {withFavorites && (
        <div className="w-44">
          <Field label={m.clips_favorites()}>
            {(control) => (
              <Select
                {...control}
                value={favorite === null ? '' : favorite ? 'true' : 'false'}
                options={FAVORITES}
                onValueChange={(next) =>
                  controls.change({ favorite: next === '' ? null : next === 'true' })
                }
              />
            )}
          </Field>
        </div>
      )}
      {total !== undefined && (
        <p role="status" className="tabular flex h-9 items-center text-sm text-muted touch:h-11">
          {m.clips_count({ count: total })}
        </p>
      )}
    </>
  );
}
