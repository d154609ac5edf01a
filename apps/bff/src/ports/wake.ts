export type WakeTopic =
  | 'events'
  | 'published'
  | 'sweep'
  | 'keys'
  | 'chain'
  | 'jobs'
  | 'bank'
  | 'custody'
  | 'liquidity'
  | 'clock'
  | 'notices'
  | 'audit'

/** Notifies every process of a commit; readers look the change up themselves. */
export type Wake = {
  notify(topic: WakeTopic): void
  /** Nobody notifies of `written`: it is what `written()` says that has changed. */
  on(topic: WakeTopic | 'written', listener: () => void): () => void
  /**
   * Another text once any process has written anything to the database, within a moment; undefined
   * while that is not known.
   */
  written(): string | undefined
}
