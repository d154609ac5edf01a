/** A destination of a route and from when on it is valid. */
export type Destination = { version: number; accountId: string; validFrom: Date }

/**
 * The destination that was valid at a moment. What was received before the route was made goes to
 * its first one: the route was made for it.
 */
export function destinationAt(destinations: readonly Destination[], at: Date) {
  const ordered = destinations.toSorted((a, b) => a.version - b.version)
  return ordered.findLast(({ validFrom }) => validFrom <= at) ?? ordered[0]
}
