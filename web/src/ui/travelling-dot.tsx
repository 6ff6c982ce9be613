import { classNames } from './class-names.ts';

/**
 * The signature motion: a dot on its way between two devices, once per mount. The place where it
 * starts and the way it goes come as classes: `top-4 start-4 [--travel-x:12rem] [--travel-y:6rem]`.
 */
export function TravellingDot({ className }: { className: string }) {
  return (
    <span
      aria-hidden
      className={classNames('absolute size-2.5 animate-travel rounded-full bg-accent', className)}
    />
  );
}
