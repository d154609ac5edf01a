/** As `Promise.all`, but nothing is still under way when it fails: the next attempt begins alone. */
export async function settled<T extends readonly unknown[]>(work: {
  [K in keyof T]: Promise<T[K]>
}): Promise<T> {
  await Promise.allSettled(work)
  return Promise.all(work)
}
