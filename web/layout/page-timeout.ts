/** A page that did not load in time; the error page offers to reload it. */
export class PageTimeout extends Error {
  readonly target: string;

  constructor(target: string) {
    super("The page took too long to load. Check your connection, then reload it.");
    this.name = "PageTimeout";
    this.target = target;
  }
}
