/** Where a person is in a list: the active row, and how far it is scrolled. */
export interface ListPlace {
  readonly offset: number;
  readonly active: number;
}
