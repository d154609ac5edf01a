import { pause } from './pause.ts'

export type WaitOptions = {
  /** 60 seconds by default. */
  timeoutMs?: number
  /** Between two reads; 200 by default. */
  pollMs?: number
  signal?: AbortSignal
  /** What is waited for, as the error names it. */
  what?: string
}

/**
 * Reads until the answer is as it should be, and gives that answer. Before webhooks are set up this
 * is the way to follow a record. @throws {Error} when it is not in time
 */
export async function waitFor<T>(
  read: () => Promise<T>,
  isDone: (value: T) => boolean,
  { timeoutMs = 60_000, pollMs = 200, signal, what = 'the outcome' }: WaitOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isDone(value)) return value
    if (performance.now() > deadline)
      throw new Error(`Waited ${timeoutMs} ms for ${what}, in vain.`)
    await pause(pollMs, signal)
  }
}
