import { SegmentedControl } from '../../ui/segmented-control.tsx';

const OPTIONS = [
  { value: 'public', label: 'Public' },
  { value: 'private', label: 'Private' },
] as const;

/** Public or private, and what that means for others. */
export function PrivacyField({ isPrivate, onChange }: { isPrivate: boolean; onChange: (isPrivate: boolean) => void }) {
  return (
    <div className="flex flex-col gap-2">
      <SegmentedControl
        label="Privacy"
        showLabel
        value={isPrivate ? 'private' : 'public'}
        options={OPTIONS}
        onValueChange={(next) => onChange(next === 'private')}
      />
      <p className="text-sm text-muted">
        {isPrivate
          ? 'Only members can see it. People come in when a member adds them.'
          : 'Anybody signed in who has its link can read it, and join by the link that members share.'}
      </p>
    </div>
  );
}
