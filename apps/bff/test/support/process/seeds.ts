/**
 * Seeds of a random test, which are named where it fails. In the ordinary run they are as many as some
 * seconds allow, from the run's own on (`FIRST_SEED`); with `FULL=1` a count. `SEEDS` gives the count.
 */
export function* seedsFor({ full, seconds }: { full: number; seconds: number }): Generator<number> {
  const { FULL, FIRST_SEED = 1, SEEDS } = process.env
  const count = Number(SEEDS ?? (FULL ? full : Infinity))
  const until = count === Infinity ? performance.now() + seconds * 1_000 : Infinity
  // A busy machine tries one at least.
  for (let done = 0; done < count && (done === 0 || performance.now() < until); done += 1)
    yield Number(FIRST_SEED) + done
}
