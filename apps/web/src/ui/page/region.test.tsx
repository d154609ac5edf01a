import { lazy } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Region, WithPage } from './region.tsx'

const query = {
  data: 'read',
  error: null,
  isFetching: false,
  dataUpdatedAt: 0,
  refetch: () => Promise.resolve(),
}
const Late = lazy(() => new Promise<never>(() => undefined))

const html = (part: 'late' | 'none') =>
  renderToString(
    <Region query={query} what="Record" skeleton="The place is kept">
      {(data) => (
        <>
          <h1>{data}</h1>
          <WithPage>{part === 'late' ? <Late /> : null}</WithPage>
        </>
      )}
    </Region>,
  )

test('a region appears as a whole: its place is kept until the files of its parts are there', () => {
  expect(html('late')).toContain('The place is kept')
  expect(html('late')).not.toContain('<h1>')
})

test('a region whose parts need no file appears with its data', () => {
  expect(html('none')).toContain('<h1>read</h1>')
  expect(html('none')).not.toContain('The place is kept')
})
