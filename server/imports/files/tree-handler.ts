/** What a parser of XML or JSON reports. A leaf with the label "price" is a fact of the element that is open. */
export type TreeHandler = {
  open(name: string, line: number): void;
  leaf(label: string, text: string, isNumber: boolean): void;
  close(): void;
};
