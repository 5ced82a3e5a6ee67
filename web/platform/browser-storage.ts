/** What this browser keeps for the shop: on the device, or as long as the tab is open. */
export type BrowserStorage = {
  /** Null if there is nothing, or the browser allows no storage. */
  read: (key: string) => string | null;
  /** Writes a text, or removes it (null). False if the browser does not allow it, or its storage is full. */
  write: (key: string, value: string | null) => boolean;
  keys: () => string[];
};

/** The only access to the browser's storage. It never throws: browsers can block it, and even reading the property fails then. */
function storageOf(area: () => Storage): BrowserStorage {
  return {
    read(key) {
      try {
        return area().getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) area().removeItem(key);
        else area().setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
    keys() {
      try {
        const storage = area();
        return Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? "");
      } catch {
        return [];
      }
    },
  };
}

export const deviceStorage = storageOf(() => localStorage);
export const tabStorage = storageOf(() => sessionStorage);
