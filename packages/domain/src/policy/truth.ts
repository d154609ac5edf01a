// Three-valued logic (Kleene): what follows whatever the unknown facts turn out to be.

export type Truth = 'yes' | 'no' | 'unknown'

export const truthOf = (holds: boolean): Truth => (holds ? 'yes' : 'no')

export function not(truth: Truth): Truth {
  if (truth === 'unknown') return 'unknown'
  return truth === 'yes' ? 'no' : 'yes'
}

/**
 * `all` of the parts ends at the first `no`, `any` at the first `yes`; otherwise one unknown part
 * makes the whole unknown.
 */
export function joined<Part>(
  kind: 'all' | 'any',
  parts: readonly Part[],
  ask: (part: Part) => Truth,
): Truth {
  const end = kind === 'all' ? 'no' : 'yes'
  let result = not(end)
  for (const part of parts) {
    const truth = ask(part)
    if (truth === end) return end
    if (truth === 'unknown') result = 'unknown'
  }
  return result
}
