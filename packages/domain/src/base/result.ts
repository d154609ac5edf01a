/** An expected outcome: a value, or a failure that the caller must answer. Surprises are thrown. */
export type Result<T, F> = { ok: true; value: T } | { ok: false; failure: F }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })
export const fail = <const F>(failure: F): { ok: false; failure: F } => ({ ok: false, failure })
