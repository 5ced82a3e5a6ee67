import { Button } from "#web/ui/button.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";

/** The backup codes, shown this once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  return (
    <div className="space-y-6">
      <p>
        Keep these where you find them without your phone. Each signs you in once, in place of a
        code from the app. <strong className="font-medium">They are not shown again.</strong>
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
        I have kept them
      </Button>
    </div>
  );
}
