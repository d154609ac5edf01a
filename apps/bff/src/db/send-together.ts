/**
 * Sends statements of one transaction in this order, without waiting between them, and gives their
 * answers under their names: each sees what those before it have done.
 */
export async function sendTogether<T extends Record<string, unknown>>(statements: T) {
  const answers = await Promise.all(Object.values(statements))
  const named = Object.keys(statements).map((name, at) => [name, answers[at]])
  return Object.fromEntries(named) as { [K in keyof T]: Awaited<T[K]> }
}
