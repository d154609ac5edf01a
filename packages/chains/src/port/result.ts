/**
 * An expected outcome as a value, of the same shape as the domain's `Result`.
 * `detail` is for logs and operators: what the node answered, never a key or a raw transaction.
 */
export type Ok<T> = { ok: true; value: T }
export type Fail<F extends string> = { ok: false; failure: F; detail: string }
export type Result<T, F extends string> = Ok<T> | Fail<F>

export const ok = <T>(value: T): Ok<T> => ({ ok: true, value })
export const fail = <F extends string>(failure: F, detail = ''): Fail<F> => ({
  ok: false,
  failure,
  detail,
})
