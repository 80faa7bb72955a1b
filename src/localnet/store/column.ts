type Cells = Float64Array | Int32Array | Uint8Array;

/** A list of numbers that grows by doubling, without an object for each. */
export class Column<T extends Cells> {
  #cells: T;
  #count = 0;
  readonly #make: (length: number) => T;

  constructor(make: (length: number) => T) {
    this.#make = make;
    this.#cells = make(1_024);
  }

  get count(): number {
    return this.#count;
  }

  at(index: number): number {
    return this.#cells[index] ?? 0;
  }

  set(index: number, value: number): void {
    this.#cells[index] = value;
  }

  push(value: number): void {
    if (this.#count === this.#cells.length) {
      const grown = this.#make(2 * this.#cells.length);
      grown.set(this.#cells);
      this.#cells = grown;
    }
    this.#cells[this.#count++] = value;
  }
}

export const numbers = (): Column<Float64Array> => new Column((length) => new Float64Array(length));
export const integers = (): Column<Int32Array> => new Column((length) => new Int32Array(length));
export const bytes = (): Column<Uint8Array> => new Column((length) => new Uint8Array(length));
