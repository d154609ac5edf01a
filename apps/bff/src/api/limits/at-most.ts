/** Bounds a cache that is nearly always nearly empty: with `max` it would take the room for all at once. */
export const atMost = (count: number) => ({ maxSize: count, sizeCalculation: () => 1 })
