import { createHash } from 'node:crypto';
import { stemsOf } from './words.ts';

/** A text, and the class that it belongs to. */
export interface Example {
  readonly text: string;
  readonly label: number;
  /** How much it counts in the learning beside others. */
  readonly weight: number;
}

const EPOCHS = 6;
const RATE = 0.25;
/** The length of every text as a vector: long and short ones count alike. */
const LENGTH = 4;
/** What two neighbouring words count beside one. */
const PAIR = 0.7;

/** Something that a text may say. */
interface Feature {
  /** The fewer texts say it, the more it tells. */
  readonly rarity: number;
  /** How much it speaks for each class. */
  readonly weights: Float32Array;
  /** How far its weights were moved so far: the farther, the less they move now. */
  moved: number;
}

type Vector = readonly { readonly feature: Feature; readonly value: number }[];

/**
 * Which class a text belongs to, learned from examples: softmax regression on words and pairs of them.
 * The same examples in the same order always teach the same.
 */
export class Classifier {
  readonly #labels: number;
  readonly #features = new Map<string, Feature>();

  constructor(examples: readonly Example[], labels: number) {
    this.#labels = labels;
    const spread = new Map<string, number>();
    for (const { text } of examples) {
      for (const name of featuresOf(text).keys()) spread.set(name, (spread.get(name) ?? 0) + 1);
    }
    for (const [name, count] of spread) {
      const rarity = Math.log(1 + examples.length / count);
      this.#features.set(name, { rarity, weights: new Float32Array(labels), moved: 1 });
    }
    const lessons = mixed(examples).map((example) => {
      return { ...example, vector: this.#vectorOf(example.text) };
    });
    for (let epoch = 0; epoch < EPOCHS; epoch += 1) lessons.forEach((one) => this.#learn(one));
  }

  /** How likely a text belongs to each class, together 1; null where it says nothing known. */
  likelihoods(text: string): Float32Array | null {
    const vector = this.#vectorOf(text);
    return vector.length === 0 ? null : this.#softmax(vector);
  }

  #vectorOf(text: string): Vector {
    const found = [...featuresOf(text)].flatMap(([name, counts]) => {
      const feature = this.#features.get(name);
      return feature ? [{ feature, value: feature.rarity * counts }] : [];
    });
    const length = Math.hypot(...found.map(({ value }) => value)) || 1;
    return found.map(({ feature, value }) => ({ feature, value: (LENGTH * value) / length }));
  }

  // Plain loops: this runs some ten thousand times before the first answer.
  #softmax(vector: Vector): Float32Array {
    const scores = new Float32Array(this.#labels);
    for (const { feature, value } of vector) addTo(scores, feature.weights, value);
    let most = -Infinity;
    for (let i = 0; i < scores.length; i += 1) most = Math.max(most, scores[i] ?? 0);
    let sum = 0;
    for (let i = 0; i < scores.length; i += 1) {
      scores[i] = Math.exp((scores[i] ?? 0) - most);
      sum += scores[i] ?? 0;
    }
    for (let i = 0; i < scores.length; i += 1) scores[i] = (scores[i] ?? 0) / sum;
    return scores;
  }

  /** Moves the weights of what an example says towards its class. */
  #learn({ vector, label, weight }: Example & { readonly vector: Vector }): void {
    const wrong = this.#softmax(vector);
    wrong[label] = (wrong[label] ?? 0) - 1;
    let size = 0;
    for (let i = 0; i < wrong.length; i += 1) size += (weight * (wrong[i] ?? 0)) ** 2;
    for (const { feature, value } of vector) {
      feature.moved += size * value ** 2;
      addTo(feature.weights, wrong, (-RATE * weight * value) / Math.sqrt(feature.moved));
    }
  }
}

function addTo(sums: Float32Array, parts: Float32Array, times: number): void {
  for (let i = 0; i < sums.length; i += 1) sums[i] = (sums[i] ?? 0) + (parts[i] ?? 0) * times;
}

/** What a text says: its words without their endings, and each pair of neighbours. */
function featuresOf(text: string): Map<string, number> {
  const stems = stemsOf(text);
  const pairs = stems.slice(1).map((stem, i) => [`${stems[i]} ${stem}`, PAIR] as const);
  return new Map([...stems.map((stem) => [stem, 1] as const), ...pairs]);
}

/** In an order that follows from each text alone: one more example leaves the others where they were. */
function mixed(examples: readonly Example[]): Example[] {
  const place = ({ text }: Example): string => createHash('sha256').update(text).digest('hex');
  const placed = examples.map((example) => ({ example, at: place(example) }));
  return placed.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ example }) => example);
}
