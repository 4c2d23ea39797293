/** A row or a column that a claim names. */
export interface Named {
  readonly at: number;
  /** Starts of the words of the claim that name it. */
  readonly used: ReadonlySet<number>;
}

/** The column that a claim is about. */
export interface Column extends Named {
  /** Does the claim name it, by at least one of its words? Else it is the only one that can be meant. */
  readonly isNamed: boolean;
  /** Is it certain enough to deny? Not by a synonym alone, nor by its value. */
  readonly isSure: boolean;
}

/** The cell that a claim is about: where it stands, and which words of the claim its names account for. */
export interface Place {
  /** Name of its row. */
  readonly label: string;
  /** Name of its column. */
  readonly head: string;
  readonly cell: string;
  /** Of the two names the one that says what is told of the other: "Rate per hour" of a bosun. */
  readonly property: string;
  /** What stands for the same property of the other rows. */
  readonly others: readonly string[];
  /** Starts of the claim's words that name the row or the column. */
  readonly used: ReadonlySet<number>;
  /** Of these, those that name the row, or the column that is read as one. */
  readonly rowUsed: ReadonlySet<number>;
  readonly isNamed: boolean;
  readonly isSure: boolean;
  readonly row: number;
  readonly column: number;
}
