import { fileTypeFromBuffer } from 'file-type'
import { expect, test } from 'vitest'
import { specimenPdf, specimenPng } from './papers.ts'

test('papers are of the type that they say, and their tables point where they should', async () => {
  const pdf = specimenPdf(['Passport (specimen)', 'Tomás Aguilar'])
  expect(await fileTypeFromBuffer(pdf)).toMatchObject({ mime: 'application/pdf' })
  const text = Buffer.from(pdf).toString('latin1')
  expect(text).toContain(String.raw`(Passport \(specimen\)) Tj`)
  expect(text).toContain('(Tomas Aguilar) Tj')
  const places = [...text.matchAll(/^(\d{10}) 00000 n /gm)].map(([, at]) => Number(at))
  expect(places.map((at) => text.slice(at, at + 7))).toEqual(
    [1, 2, 3, 4, 5].map((object) => `${object} 0 obj`),
  )
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
  expect(await fileTypeFromBuffer(specimenPng([10, 120, 200]))).toMatchObject({ mime: 'image/png' })
})
