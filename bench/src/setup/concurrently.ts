const callsMax = 16

/** Calls for each item, sixteen at a time; the results are in the order of the items. */
export async function concurrently<Item, Result>(
  items: readonly Item[],
  call: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = items.entries()
  // All callers draw from one iterator, so that a slow call holds up no other.
  const caller = async (): Promise<void> => {
    for (const [index, item] of waiting) results[index] = await call(item, index)
  }
  await Promise.all(Array.from({ length: callsMax }, caller))
  return results
}
