/** A page that did not arrive in time; the error page offers to load it afresh. */
export class PageTimeout extends Error {
  readonly target: string;

  constructor(target: string) {
    super("The page took too long to load. Check your connection, then reload it.");
    this.name = "PageTimeout";
    this.target = target;
  }
}
