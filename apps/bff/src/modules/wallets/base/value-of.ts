import type { wallets } from '@corridor/contract'

export type Of<K extends keyof typeof wallets> = (typeof wallets)[K]

/** The value of a call that was not refused. */
export type ValueOf<F extends (...args: never[]) => Promise<unknown>> =
  Awaited<ReturnType<F>> extends infer R
    ? R extends { ok: true; value: infer V }
      ? V
      : never
    : never
