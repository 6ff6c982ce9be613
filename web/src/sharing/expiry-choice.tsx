import { Check } from 'lucide-react';
import { type ComponentProps, type RefObject, useState } from 'react';
import { m } from '../paraglide/messages.js';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { InputField } from '../ui/field.tsx';
import { useForm } from '../ui/use-form.ts';
import { type Choice, CHOICES, errorsIn, expiresInOf, newDraft } from './link-limits.ts';

export const UntilField = ({ error }: { error: string | undefined }) => (
  <InputField label={m.links_until()} error={error} type="datetime-local" name="until" />
);

interface ChoiceButtonProps extends Pick<
  ComponentProps<'button'>,
  'ref' | 'onClick' | 'aria-busy'
> {
  label: string;
  isPressed: boolean;
}

export function ChoiceButton({ label, isPressed, ...rest }: ChoiceButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-pressed={isPressed}
      className={classNames(
        'flex h-9 shrink-0 items-center justify-center gap-1.5 rounded-control border px-3 text-sm font-medium whitespace-nowrap transition-colors duration-150 touch:h-11',
        isPressed
          ? 'border-accent bg-accent-soft text-accent'
          : 'border-line bg-surface text-body hover:bg-hover hover:text-ink',
      )}
    >
      {isPressed && <Check size={14} aria-hidden className="max-md:hidden" />}
      <span>{label}</span>
    </button>
  );
}

export interface ExpiryChoiceProps {
  ref: RefObject<HTMLButtonElement | null>;
  chosen: Choice | null;
  pending: Choice | null;
  /** In how many seconds it ends; null for never. */
  onChoose: (choice: Choice, expiresIn: number | null) => void;
}

/** Buttons, not radios: each press does something that the arrows should not. */
export function ExpiryChoice({ ref, chosen, pending, onChoose }: ExpiryChoiceProps) {
  const [asksDate, setAsksDate] = useState(false);
  const isPressed = (value: Choice) => (asksDate ? value === 'date' : value === chosen);
  const choose = (expires: Choice, until = '') => {
    setAsksDate(false);
    onChoose(expires, expiresInOf({ ...newDraft, expires, until }) ?? null);
  };
  const { errors, form } = useForm<'until'>({
    check: ({ until }) => errorsIn({ ...newDraft, expires: 'date', until }, Date.now(), false),
    send: async ({ until }) => choose('date', until),
  });
  return (
    <div role="group" aria-labelledby="expires" className="flex min-w-0 flex-col gap-1.5">
      <p id="expires" className="text-sm text-body">
        {m.links_expires()}
      </p>
      <div className="gap-1.5 max-md:-mx-5 max-md:flex max-md:overflow-x-auto max-md:px-5 max-md:py-0.5 md:grid md:grid-cols-3">
        {CHOICES.map(({ value, label }, index) => (
          <ChoiceButton
            key={value}
            ref={index === 0 ? ref : undefined}
            label={label}
            isPressed={isPressed(value)}
            aria-busy={value === pending || undefined}
            onClick={() =>
              pending === null && (value === 'date' ? setAsksDate(true) : choose(value))
            }
          />
        ))}
      </div>
      {asksDate && (
        <form {...form} className="mt-1.5 flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <UntilField error={errors.until} />
          </div>
          <Button type="submit" className={errors.until === undefined ? '' : 'mb-6.5'}>
            {m.links_create()}
          </Button>
        </form>
      )}
    </div>
  );
}
