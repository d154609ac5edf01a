export type WakeTopic =
  | 'events'
  | 'published'
  | 'sweep'
  | 'keys'
  | 'chain'
  | 'jobs'
  | 'bank'
  | 'custody'

/** Tells every process that something was committed; readers look the change up themselves. */
export type Wake = {
  notify(topic: WakeTopic): void
  on(topic: WakeTopic, listener: () => void): () => void
}
