/** Position in a list: the active row and the scroll offset. */
export interface ListPlace {
  readonly offset: number;
  readonly active: number;
  /** Of the active row; undefined until a row is made active. */
  readonly key?: string | number;
}
