import { type Result, ok } from '#domain/base/result';
import type { Answer } from './route.ts';

/** 200: what is there. */
export const found = <T>(body: T): Result<Answer<T>> => ok({ status: 200, body });

/** 200: what was done, or why not. */
export const done = <T>(result: Result<T>): Result<Answer<T>> =>
  result.ok ? found(result.value) : result;

/** 201: what was made, or why not. */
export const made = <T>(result: Result<T>): Result<Answer<T>> =>
  result.ok ? ok({ status: 201, body: result.value }) : result;
