import { Button } from "#web/ui/button.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";

/** The backup codes, shown only once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="space-y-6">
      <p>
        Save these somewhere you can reach without your phone. Each code signs you in once in place
        of a code from the app. <strong className="font-medium">We won't show them again.</strong>
      </p>
      <ul
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 border-y border-line py-4 text-lg"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        <CopyText text={codes.join(" ")} label="Copy all backup codes" />
      </p>
      <Button className="w-full" onClick={onDone}>
        I saved my codes
      </Button>
    </div>
  );
}
