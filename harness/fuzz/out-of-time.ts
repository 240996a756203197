/** Thrown when the time of a search is used up in the middle of an input: it then says nothing. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}
