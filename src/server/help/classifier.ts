import { createHash } from 'node:crypto';
import { stemsOf } from './spelling.ts';

export interface Example {
  readonly text: string;
  readonly label: number;
  /** Weight in training, relative to other examples. */
  readonly weight: number;
}

const EPOCHS = 6;
const RATE = 0.25;
/** Euclidean length of every text's vector, so that long and short texts count the same. */
const LENGTH = 4;
/** Weight of a pair of neighbouring words, relative to a single word. */
const PAIR = 0.7;

/** Word or pair of words in a text. */
interface Feature {
  /** Higher the fewer texts contain the feature. */
  readonly rarity: number;
  readonly weights: Float32Array;
  /** Sum of squared gradients. The larger it is, the smaller the next step (AdaGrad). */
  moved: number;
}

type Vector = readonly { readonly feature: Feature; readonly value: number }[];

/**
 * Classifies texts by softmax regression on words and word pairs. Deterministic: the same examples in the
 * same order always train the same classifier.
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

  /** Returns the probability of each class, with sum 1; null if no feature is known. */
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

  // Plain loops, because this runs some ten thousand times before the first answer.
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

  /** Moves the weights of an example's features towards its class. */
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

/** Returns the features of a text with their weights: stems, and pairs of neighbouring stems. */
function featuresOf(text: string): Map<string, number> {
  const stems = stemsOf(text);
  const pairs = stems.slice(1).map((stem, i) => [`${stems[i]} ${stem}`, PAIR] as const);
  return new Map([...stems.map((stem) => [stem, 1] as const), ...pairs]);
}

/**
 * Sorts examples by the hash of their text, so that a new example does not change the order of the others.
 */
function mixed(examples: readonly Example[]): Example[] {
  const place = ({ text }: Example): string => createHash('sha256').update(text).digest('hex');
  const placed = examples.map((example) => ({ example, at: place(example) }));
  return placed.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ example }) => example);
}
