import { createHash } from 'node:crypto'
import { type Endpoint, endpoint, operations } from '@corridor/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type FileContents, readMultipart } from './multipart.ts'
import { readRequest } from './read-request.ts'
import { Refusal } from './refusal.ts'

const schema = z.object({
  type: z.string(),
  person: z.int().min(0).optional(),
  isFinal: z.boolean().default(false),
  fields: z.record(z.string(), z.unknown()).default({}),
  documents: z
    .array(z.union([z.object({ person: z.int().optional(), front: z.unknown() }), z.string()]))
    .default([]),
})

type Value = string | File
const file = (text: string, name = 'a.pdf', type = 'application/pdf') =>
  new File([text], name, { type })
const base64 = (text: string) => Buffer.from(text).toString('base64')

async function bodyOf(parts: [string, Value][]): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of parts) form.append(name, value)
  const sent = new Response(form)
  const { body, contents } = await readMultipart(
    new Uint8Array(await sent.arrayBuffer()),
    sent.headers.get('content-type') ?? '',
    schema,
  )
  return inJson(body, contents)
}

/** The body with the content of its files as JSON would have it. */
const inJson = (body: unknown, contents: FileContents): unknown =>
  JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    const content = key === 'contentBase64' ? contents.get(String(value)) : undefined
    return content ? Buffer.from(content).toString('base64') : value
  })

async function refusalOf(answer: Promise<unknown>): Promise<Refusal> {
  const outcome = await answer.catch((error: unknown) => error)
  if (outcome instanceof Refusal) return outcome
  throw new Error(`not refused: ${JSON.stringify(outcome)}`)
}

const hash = createHash('sha256').update('one').digest('hex')
const ofBytes = { fileName: 'a.pdf', mime: 'application/pdf', contentBase64: `sha256:${hash}` }
const first = { fileName: 'a.pdf', mime: 'application/pdf', contentBase64: base64('one') }

describe('parts become the JSON body that they stand for', () => {
  const cases: [string, [string, Value][], unknown][] = [
    ['a file at the root', [['frontFile', file('one')]], { frontFile: first }],
    [
      'a file in a list, in brackets',
      [['documents[0].frontFile', file('one')]],
      { documents: [{ frontFile: first }] },
    ],
    [
      'the same with dots',
      [['documents.0.frontFile', file('one')]],
      { documents: [{ frontFile: first }] },
    ],
    [
      'the same with brackets alone',
      [['documents[0][frontFile]', file('one')]],
      { documents: [{ frontFile: first }] },
    ],
    ['text', [['type', 'PASSPORT']], { type: 'PASSPORT' }],
    ['text that looks like a number where text is asked for', [['type', '007']], { type: '007' }],
    [
      'text that looks like JSON where text is asked for',
      [['type', '{"a":1}']],
      { type: '{"a":1}' },
    ],
    ['a number where a number is asked for', [['person', '2']], { person: 2 }],
    ['a number within a union', [['documents[0].person', '1']], { documents: [{ person: 1 }] }],
    ['words where a number is asked for stay words', [['person', 'two']], { person: 'two' }],
    ['a truth value', [['isFinal', 'true']], { isFinal: true }],
    ['JSON of a list', [['documents', '[{"person":1}]']], { documents: [{ person: 1 }] }],
    ['a sentence in brackets', [['fields.note', '[sic] yes']], { fields: { note: '[sic] yes' } }],
    [
      'dotted answers',
      [['fields.account.iban', 'DE89']],
      { fields: { account: { iban: 'DE89' } } },
    ],
    [
      'a JSON blob',
      [['fields', new Blob(['{"a":1}'], { type: 'application/json' }) as File]],
      { fields: { a: 1 } },
    ],
    [
      'the whole body with files put into it',
      [
        ['documents[1].frontFile', file('one')],
        ['payload', '{"type":"X","documents":[{"person":0},{"person":1}]}'],
      ],
      { type: 'X', documents: [{ person: 0 }, { person: 1, frontFile: first }] },
    ],
    [
      'a list first, then what lies in it, in any order',
      [
        ['documents[0].frontFile', file('one')],
        ['documents', '[{"person":3}]'],
      ],
      { documents: [{ person: 3, frontFile: first }] },
    ],
    ['a file that nobody chose is none', [['frontFile', file('', '', '')]], {}],
    ['a number that nobody gave is none', [['person', '']], {}],
    ['text may be empty', [['type', '']], { type: '' }],
  ]
  test.each(cases)('%s', async (_, parts, body) => {
    expect(await bodyOf(parts)).toEqual(body)
  })

  test('bytes arrive as they were sent', () =>
    fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        const sent = new File([new Uint8Array(bytes)], 'x.bin', { type: 'image/png' })
        expect(await bodyOf([['f', sent]])).toEqual({
          f: {
            fileName: 'x.bin',
            mime: 'image/png',
            contentBase64: Buffer.from(bytes).toString('base64'),
          },
        })
      }),
      { numRuns: 50 },
    ))
})

describe('a body that is none is refused as BODY_INVALID_JSON, and says multipart', () => {
  const cases: [string, [string, Value][]][] = [
    ['a prototype', [['__proto__.isAdmin', 'true']]],
    ['a prototype in a list', [['documents[0].__proto__.x', '1']]],
    ['a constructor', [['constructor.prototype.x', '1']]],
    ['a huge place', [['documents[4294967294].a', '1']]],
    ['a place with a zero before it', [['documents[01].a', '1']]],
    ['a negative place', [['documents[-1].a[', '1']]],
    ['no place', [['documents[].a', '1']]],
    ['eleven levels', [['a.b.c.d.e.f.g.h.i.j.k', '1']]],
    ['a name of 301 letters', [['a'.repeat(301), '1']]],
    ['an empty name', [['', '1']]],
    ['a gap in a list', [['documents[1].a', '1']]],
    [
      'the same part twice',
      [
        ['type', 'a'],
        ['type', 'b'],
      ],
    ],
    [
      'the same member twice',
      [
        ['payload', '{"type":"a"}'],
        ['type', 'b'],
      ],
    ],
    [
      'a member of text',
      [
        ['type', 'a'],
        ['type.x', 'b'],
      ],
    ],
    [
      'a member of a list',
      [
        ['documents', '[]'],
        ['documents.x', 'b'],
      ],
    ],
    ['a payload that is no JSON', [['payload', '{']]],
    ['a payload that is a list', [['payload', '[]']]],
    [
      'two payloads',
      [
        ['payload', '{}'],
        ['payload', '{}'],
      ],
    ],
    [
      'a JSON blob that is none',
      [['fields', new Blob(['{'], { type: 'application/json' }) as File]],
    ],
    ['201 parts', Array.from({ length: 201 }, (_, i): [string, Value] => [`p${i}`, 'x'])],
  ]
  test.each(cases)('%s', async (_, parts) => {
    const refusal = await refusalOf(bodyOf(parts))
    expect([refusal.code, refusal.message]).toEqual([
      'BODY_INVALID_JSON',
      expect.stringContaining('multipart'),
    ])
    expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
  })

  test.each([
    ['no boundary', 'multipart/form-data', '--x\r\n'],
    [
      'no end',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
    ],
    ['nothing', 'multipart/form-data; boundary=x', ''],
    ['JSON', 'multipart/form-data; boundary=x', '{"type":"X"}'],
    [
      'bytes that are no text',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\xff\r\n--x--\r\n',
    ],
  ])('%s', async (_, type, text) => {
    const bytes = Uint8Array.from(Buffer.from(text, 'latin1'))
    expect((await refusalOf(readMultipart(bytes, type, schema))).code).toBe('BODY_INVALID_JSON')
  })

  test('whatever the bytes are, it is a body or a refusal', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.constantFrom(
            '--x',
            '\r\n',
            '--',
            'Content-Disposition: form-data; name="',
            'a',
            '.',
            '[0]',
            '"',
            '{',
            '\0',
          ),
          { maxLength: 40 },
        ),
        async (pieces) => {
          const bytes = Uint8Array.from(Buffer.from(pieces.join('')))
          const outcome = await readMultipart(
            bytes,
            'multipart/form-data; boundary=x',
            schema,
          ).catch((error: unknown) => error)
          if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Refusal)
        },
      ),
      { numRuns: 300 },
    ))
})

describe('a request in multipart', () => {
  const parts = async (form: FormData) => {
    const sent = new Response(form)
    return {
      params: { entityId: 'ent_00000000000000000000000000' },
      url: new URL('http://localhost/'),
      headers: sent.headers,
      bytes: new Uint8Array(await sent.arrayBuffer()),
    }
  }

  test('kyc.upload reads the same body from a form and from JSON', async () => {
    const form = new FormData()
    form.append('type', 'PASSPORT')
    form.append('country', 'DE')
    form.append('number', '123456')
    form.append('person', '1')
    form.append('frontFile', file('one'))
    const read = await readRequest(operations.kyc.upload, await parts(form))
    expect(read.input.body).toEqual({
      type: 'PASSPORT',
      country: 'DE',
      number: '123456',
      person: 1,
      frontFile: { ...ofBytes, content: new Uint8Array(Buffer.from('one')) },
    })
    expect(read.raw).toMatchObject({ frontFile: ofBytes })
  })

  test('kyc.submit reports bad members by their JSON paths, all at once', async () => {
    const form = new FormData()
    form.append('documents[0].type', 'PASSPORT')
    form.append('documents[0].country', 'Germany')
    form.append('documents[0].frontFile', file('one'))
    form.append('feeSource', 'CASH')
    const refusal = await refusalOf(readRequest(operations.kyc.submit, await parts(form)))
    expect(refusal.details.map(({ path }) => path).toSorted()).toEqual([
      'documents.0.country',
      'feeSource',
    ])
  })

  test('CONTENT_TYPE_UNSUPPORTED where an operation takes JSON alone', async () => {
    const form = new FormData()
    form.append('firstName', 'Ada')
    const refusal = await refusalOf(readRequest(operations.entities.create, await parts(form)))
    expect(refusal.code).toBe('CONTENT_TYPE_UNSUPPORTED')
  })

  test('a member that no schema knows is named and dropped', async () => {
    const own: Endpoint = endpoint({
      id: 'kyc.test',
      module: 'kyc',
      method: 'POST',
      path: '/api/v1/test',
      summary: '',
      body: schema,
      response: z.object({}),
      failures: [],
      multipart: true,
    })
    const form = new FormData()
    form.append('type', 'X')
    form.append('planet', 'Earth')
    const read = await readRequest(own, await parts(form))
    expect([read.ignored, read.input.body]).toEqual([
      ['planet'],
      { type: 'X', isFinal: false, fields: {}, documents: [] },
    ])
  })
})
