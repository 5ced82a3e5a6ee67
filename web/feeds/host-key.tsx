import type { FeedFetch } from "#shared/feeds/feed-fetch-contract.ts";
import { Button } from "#web/ui/button.tsx";

type HostKeyProps = {
  fetch: FeedFetch;
  isBusy: boolean;
  onAccept: (hostKey: string) => void;
};

/** The key by which the shop knows an SFTP server, and one that it shows instead. */
export function HostKey({ fetch: { hostKey, newHostKey }, isBusy, onAccept }: HostKeyProps) {
  if (hostKey === null) return null;
  return (
    <div className="mt-4 text-sm text-muted">
      <p className="wrap-anywhere">
        Host key: <code>{hostKey}</code>
      </p>
      {newHostKey !== null && (
        <>
          <p className="mt-1 wrap-anywhere">
            The server now shows: <code>{newHostKey}</code>
          </p>
          <p className="mt-3">
            <Button
              look="secondary"
              size="small"
              busy={isBusy}
              onClick={() => onAccept(newHostKey)}
            >
              Accept the new key
            </Button>
          </p>
        </>
      )}
    </div>
  );
}
