import { useCallback } from 'react'
import { useLocation, useSearchParams } from 'react-router'

/** A parameter of the address, with links that set or remove it; the others stay. */
export function useSearchValue(name: string) {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const linkTo = useCallback(
    (value: string | undefined) => {
      const next = new URLSearchParams(search)
      if (value === undefined) next.delete(name)
      else next.set(name, value)
      const text = next.toString()
      return text ? `${pathname}?${text}` : pathname
    },
    [search, pathname, name],
  )
  return { value: search.get(name) ?? undefined, linkTo }
}
