/** The days of a statement, and what it opens and closes with. */
export type StatementSpan = {
  opensOn: string
  closesOn: string
  opening?: bigint | undefined
  closing?: bigint | undefined
}

/**
 * What a statement is beside others of its days: ALONE; AGAIN: one that was there before, by another
 * id, or corrected; NEXT: what follows or precedes another one; UNKNOWN.
 */
export type SpanAmong = 'ALONE' | 'AGAIN' | 'NEXT' | 'UNKNOWN'

/** Balances say whether two statements of a day have its lines twice, or each a share of them. */
export function spanAmong(own: StatementSpan, others: readonly StatementSpan[]): SpanAmong {
  const found = others
    .filter(({ opensOn, closesOn }) => opensOn <= own.closesOn && closesOn >= own.opensOn)
    .map((other) => besides(own, other))
  if (found.length === 0) return 'ALONE'
  for (const among of ['AGAIN', 'UNKNOWN', 'NEXT'] as const) if (found.includes(among)) return among
  return 'UNKNOWN'
}

function besides(own: StatementSpan, other: StatementSpan): SpanAmong {
  // What is in longer statements too, is there again, whatever was opened and closed with.
  if (isWithin(own, other) !== isWithin(other, own)) return 'AGAIN'
  if (own.opening === undefined || own.closing === undefined) return 'UNKNOWN'
  const isSameOpening = own.opening === other.opening
  if (isSameOpening && own.closing === other.closing && own.opening !== own.closing) return 'AGAIN'
  const isNext = own.opening === other.closing || own.closing === other.opening
  // The third page of a day is not beside the first.
  if (!isSameOpening && !isNext) return 'ALONE'
  return isSameOpening && isNext ? 'UNKNOWN' : isNext ? 'NEXT' : 'AGAIN'
}

/**
 * Whether a statement with all lines of its days stands in the place of another one: it is that one,
 * corrected, or has its days among others. Where it begins with what the other one, or those that went on
 * from it, closed with, both hold.
 */
export const replaces = (
  own: StatementSpan & { statementId: string },
  other: StatementSpan & { statementId: string },
  others: readonly StatementSpan[] = [],
): boolean =>
  isWithin(other, own) &&
  !follows(own, other, others) &&
  (besides(own, other) === 'AGAIN' ||
    // Without any line left, its balances alone do not say so.
    (own.statementId !== '' &&
      own.statementId === other.statementId &&
      own.opening !== undefined &&
      own.opening === other.opening))

function follows(
  own: StatementSpan,
  { closing }: StatementSpan,
  others: readonly StatementSpan[],
): boolean {
  const reached = new Set([closing])
  const next = () =>
    others.find((item) => reached.has(item.opening) && !reached.has(item.closing))?.closing
  for (let found = next(); found !== undefined; found = next()) reached.add(found)
  return reached.has(own.opening)
}

const isWithin = (a: StatementSpan, b: StatementSpan) =>
  a.opensOn >= b.opensOn && a.closesOn <= b.closesOn
