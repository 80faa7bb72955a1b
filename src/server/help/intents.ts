/** A text by what it says, and which of the classes it belongs to. */
export interface Example {
  readonly features: Features;
  readonly label: number;
  /** How much it counts in the learning beside others. */
  readonly weight: number;
}

/** What a text says, each with how much it counts. */
export type Features = ReadonlyMap<string, number>;

const EPOCHS = 6;
const RATE = 0.25;
/** The length of every text as a vector: long and short ones count alike. */
const LENGTH = 4;

/** What a weight begins to count its moves from. */
const SLOPE_FIRST = 1e-3;
/** Examples that are learned from in one go. */
const PIECE = 1_000;
/** What is less wrong than this is right. */
const WRONG_MIN = 0.003;

/** A text as places in the table of weights, and its value at each. */
interface Vector {
  readonly rows: Int32Array;
  readonly values: Float32Array;
}

interface Lesson {
  readonly label: number;
  readonly weight: number;
  readonly vector: Vector;
}

/**
 * Which class a text belongs to, learned from examples: softmax regression on what texts say.
 * The same examples in the same order always teach the same.
 */
export class Intents {
  readonly #labels: number;
  readonly #rows = new Map<string, number>();
  readonly #rarity: number[] = [];
  readonly #weights: Float32Array;
  readonly #lessons: readonly Lesson[];

  constructor(examples: readonly Example[], labels: number) {
    this.#labels = labels;
    const all = examples.map(({ features }) => features);
    const spread = new Map<string, number>();
    for (const features of all) {
      for (const name of features.keys()) spread.set(name, (spread.get(name) ?? 0) + 1);
    }
    for (const [name, count] of spread) {
      this.#rows.set(name, this.#rows.size);
      this.#rarity.push(Math.log(1 + examples.length / count));
    }
    this.#weights = new Float32Array(this.#rows.size * labels);
    this.#lessons = shuffled(
      examples.map(({ label, weight, features }) => {
        return { label, weight, vector: this.#vectorOf(features) };
      }),
    );
  }

  /** How likely a text that says this belongs to each class; together 1. */
  likelihoods(features: Features): Float32Array {
    return this.#softmax(this.#vectorOf(features));
  }

  #vectorOf(features: Features): Vector {
    const rows: number[] = [];
    const values: number[] = [];
    let squares = 0;
    for (const [name, counts] of features) {
      const row = this.#rows.get(name);
      if (row === undefined) continue;
      const value = (this.#rarity[row] ?? 0) * counts;
      squares += value * value;
      rows.push(row);
      values.push(value);
    }
    const scale = squares === 0 ? 0 : LENGTH / Math.sqrt(squares);
    return {
      rows: Int32Array.from(rows),
      values: Float32Array.from(values, (value) => value * scale),
    };
  }

  #softmax({ rows, values }: Vector): Float32Array {
    const labels = this.#labels;
    const scores = new Float32Array(labels);
    for (let i = 0; i < rows.length; i += 1) {
      const from = (rows[i] ?? 0) * labels;
      const value = values[i] ?? 0;
      for (let label = 0; label < labels; label += 1) {
        scores[label] = (scores[label] ?? 0) + (this.#weights[from + label] ?? 0) * value;
      }
    }
    let most = 0;
    for (const score of scores) if (score > most) most = score;
    let sum = 0;
    for (let label = 0; label < labels; label += 1) {
      const part = Math.exp((scores[label] ?? 0) - most);
      scores[label] = part;
      sum += part;
    }
    for (let label = 0; label < labels; label += 1) scores[label] = (scores[label] ?? 0) / sum;
    return scores;
  }

  /** Learns, in pieces: it knows nothing before, and everything after the last. */
  *learning(): Generator<undefined, void> {
    const slopes = new Float32Array(this.#rows.size).fill(SLOPE_FIRST);
    for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
      for (const [i, lesson] of this.#lessons.entries()) {
        this.#learnFrom(lesson, slopes);
        if (i % PIECE === 0) yield;
      }
    }
  }

  /** Moves the weights of what one example says, the more often they were moved before the less. */
  #learnFrom({ label, weight, vector: { rows, values } }: Lesson, slopes: Float32Array): void {
    const wrong = this.#softmax({ rows, values });
    wrong[label] = (wrong[label] ?? 0) - 1;
    const labels: number[] = [];
    let size = 0;
    for (let other = 0; other < this.#labels; other += 1) {
      const by = wrong[other] ?? 0;
      size += by * by * weight * weight;
      if (Math.abs(by) > WRONG_MIN) labels.push(other);
    }
    for (let i = 0; i < rows.length; i += 1) {
      const row = rows[i] ?? 0;
      const value = values[i] ?? 0;
      const slope = (slopes[row] ?? 0) + size * value * value;
      slopes[row] = slope;
      const step = (RATE * weight * value) / Math.sqrt(slope);
      const to = row * this.#labels;
      for (const other of labels) {
        this.#weights[to + other] = (this.#weights[to + other] ?? 0) - step * (wrong[other] ?? 0);
      }
    }
  }
}

/** The items in an order that looks like chance and is always the same. */
function shuffled<Item>(items: readonly Item[]): Item[] {
  let seed = 7;
  return items
    .map((item) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      return { item, at: seed };
    })
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
