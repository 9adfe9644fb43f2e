/** Position in a list: the active row and the scroll offset. */
export interface ListPlace {
  readonly offset: number;
  readonly active: number;
}
