import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** A word of the address with the links that set it and take it away; the others stay. */
export function useOpenWord(word: string) {
  const [words] = useSearchParams()
  const { pathname } = useLocation()
  const linkTo = useCallback(
    (value: string | undefined) => {
      const next = new URLSearchParams(words)
      if (value === undefined) next.delete(word)
      else next.set(word, value)
      const text = next.toString()
      return text ? `${pathname}?${text}` : pathname
    },
    [words, pathname, word],
  )
  return { value: words.get(word) ?? undefined, linkTo }
}
