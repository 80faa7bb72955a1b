type Cells = Float64Array | Int32Array | Uint8Array;
interface CellsType<T extends Cells> {
  new (length: number): T;
  new (buffer: ArrayBuffer): T;
  readonly BYTES_PER_ELEMENT: number;
}

/** Number list that doubles its capacity and allocates no object per item. */
export class Column<T extends Cells> {
  readonly #type: CellsType<T>;
  #cells: T;
  #count = 0;

  constructor(type: CellsType<T>) {
    this.#type = type;
    this.#cells = new type(1_024);
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
    if (this.#count === this.#cells.length) this.#reserve(this.#count + 1);
    this.#cells[this.#count++] = value;
  }

  /** Returns the bytes of cells [from, to), for `load`. */
  bytes(from: number, to: number): Buffer {
    const size = this.#type.BYTES_PER_ELEMENT;
    return Buffer.from(this.#cells.buffer, from * size, (to - from) * size);
  }

  /** Appends the output of `bytes`. */
  load(bytes: Buffer): void {
    const aligned = new ArrayBuffer(bytes.length);
    bytes.copy(Buffer.from(aligned));
    const cells = new this.#type(aligned);
    this.#reserve(this.#count + cells.length);
    this.#cells.set(cells, this.#count);
    this.#count += cells.length;
  }

  #reserve(wanted: number): void {
    if (wanted <= this.#cells.length) return;
    const grown = new this.#type(Math.max(wanted, 2 * this.#cells.length));
    grown.set(this.#cells);
    this.#cells = grown;
  }
}

export const numbers = (): Column<Float64Array> => new Column(Float64Array);
export const integers = (): Column<Int32Array> => new Column(Int32Array);
export const bytes = (): Column<Uint8Array> => new Column(Uint8Array);
