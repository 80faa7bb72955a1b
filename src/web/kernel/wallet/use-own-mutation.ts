import { type UseMutationOptions, useMutation } from '@tanstack/react-query';

import { addressNow } from './state.ts';

interface Own<T, V> extends Pick<UseMutationOptions<T, Error, V>, 'mutationFn'> {
  readonly onSuccess?: (answer: T, asked: V) => unknown;
  readonly onError?: (error: Error, asked: V) => unknown;
  /** After every answer, even if the wallet uses another account by then. */
  readonly onSettled?: () => unknown;
}

/**
 * A write of the user's. If the wallet uses another account when the server answers, that account is not
 * told how the write ended.
 */
export function useOwnMutation<T, V = void>({ onSuccess, onError, ...rest }: Own<T, V>) {
  return useMutation<T, Error, V, string | null>({
    ...rest,
    onMutate: addressNow,
    onSuccess: (answer, asked, address) =>
      address === addressNow() ? onSuccess?.(answer, asked) : undefined,
    onError: (error, asked, address) =>
      address === addressNow() ? onError?.(error, asked) : undefined,
  });
}
