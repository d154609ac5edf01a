import type { ReactNode } from 'react'
import { isMissing } from '../../api/errors.ts'
import { Breadcrumb, type Crumb } from './links.tsx'
import { Component as NotFoundPage } from './not-found.tsx'
import { Region, type RegionQuery } from './region.tsx'

type Props<T> = {
  query: RegionQuery<T>
  /** The record's kind, which stands in "… could not be read". */
  what: string
  /** The lists above it. */
  trail: readonly Crumb[]
  name: ReactNode
  skeleton?: ReactNode
  children: (data: T) => ReactNode
}

/** The page of one record: where it lies, and its content once it is read; the page of nothing where there is none. */
export function RecordPage<T>({ query, what, trail, name, skeleton, children }: Props<T>) {
  if (isMissing(query)) return <NotFoundPage />
  return (
    <>
      <Breadcrumb items={[...trail, { label: name }]} />
      <Region query={query} what={what} skeleton={skeleton}>
        {children}
      </Region>
    </>
  )
}
