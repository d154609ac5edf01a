import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { piecesOf } from '../../engine/pieces.ts'
import type { ReceivedFile } from '../../ports/files.ts'
import { formParts, type FormPart, FormUnreadable } from './form-parts.ts'
import { parseJson } from './json.ts'
import { detail, Refusal } from './refusal.ts'
import { kindsAt } from './schema-kinds.ts'

const partsMax = 200
const nameLengthMax = 300
const depthMax = 10
const refusedNames = new Set(['__proto__', 'constructor', 'prototype'])
/** The part that may hold the whole JSON body, into which the others are put. */
const whole = 'payload'

type Container = Record<string, unknown> | unknown[]
type Part = { name: string; path: string[]; value: unknown }

/** The content of files by the text that stands for it in the body, `sha256:<hex>`. */
export type FileContents = Map<string, Uint8Array<ArrayBuffer>>
type MultipartBody = { body: unknown; contents: FileContents }

/**
 * The body that a `multipart/form-data` request represents: what JSON would contain in its place.
 * A part is named by its member, `documents[0].frontFile` or `documents.0.frontFile`; files become
 * `{fileName, mime, contentBase64}`, in which their hash stands for the bytes: as text an upload
 * would take several times its size, and be copied for each step. No base64 has a colon.
 * @throws Refusal BODY_INVALID_JSON where the parts make no such body
 */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  schema: z.ZodType,
): Promise<MultipartBody> {
  const contents: FileContents = new Map()
  const parts: Part[] = []
  for (const part of await formOf(bytes, contentType))
    parts.push(await readPart(part, schema, contents))
  const body = wholeBody(parts.filter(({ name }) => name === whole))
  const others = parts.filter(({ name, value }) => name !== whole && value !== undefined)
  // A member comes before what lies in it, in whatever order the parts were sent.
  for (const part of others.toSorted((a, b) => a.path.length - b.path.length)) place(body, part)
  requireDense(body)
  return { body, contents }
}

/** Gives the files of a checked body the bytes that their hashes stand for. */
export function putContents(body: unknown, contents: FileContents): void {
  if (contents.size === 0 || typeof body !== 'object' || body === null) return
  const text: unknown = 'contentBase64' in body ? body.contentBase64 : undefined
  const content = typeof text === 'string' ? contents.get(text) : undefined
  if (content) (body as ReceivedFile).content = content
  else for (const member of Object.values(body)) putContents(member, contents)
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormPart[]> {
  const parts: FormPart[] = []
  try {
    for await (const part of formParts(bytes, contentType)) {
      parts.push(part)
      if (parts.length > partsMax) throw malformed(`has more than ${partsMax} parts`)
    }
    return parts
  } catch (error) {
    if (!(error instanceof FormUnreadable)) throw error
    throw malformed('cannot be read: check its boundary and its parts')
  }
}

async function readPart(
  { name, fileName, type, content }: FormPart,
  schema: z.ZodType,
  contents: FileContents,
): Promise<Part> {
  const path = pathOf(name)
  const mime = type.split(';')[0]?.trim().toLowerCase()
  const isJson = name === whole || mime === 'application/json'
  if (fileName === undefined || isJson) {
    const text = textOf(name, content)
    const isText = fileName === undefined && name !== whole
    return { name, path, value: isText ? readText(path, text, schema) : readJson(name, text) }
  }
  // What a form sends for a file that nobody chose.
  if (fileName === '' && content.byteLength === 0) return { name, path, value: undefined }
  const hash = createHash('sha256')
  for await (const piece of piecesOf(content)) hash.update(piece)
  const contentBase64 = `sha256:${hash.digest('hex')}`
  contents.set(contentBase64, content)
  return { name, path, value: { fileName, mime: type, contentBase64 } }
}

function textOf(name: string, content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content)
  } catch {
    throw malformed('has a part that is not UTF-8', name)
  }
}

/** The members that a part's name leads to. */
function pathOf(name: string): string[] {
  if (name.length > nameLengthMax || !/^[^.[\]]+(?:\.[^.[\]]+|\[[^.[\]]+\])*$/.test(name))
    throw malformed('has a part whose name is no path of a member', name)
  const path = name.split(/[.[\]]+/).filter(Boolean)
  const isOdd = (part: string) => refusedNames.has(part) || (/^\d+$/.test(part) && !isPlace(part))
  if (path.length > depthMax || path.some(isOdd))
    throw malformed('has a part whose name is not allowed', name)
  return path
}

/** A place in a list, 0 to 99: no list of the API is longer. */
const isPlace = (segment: string): boolean => /^(?:0|[1-9]\d?)$/.test(segment)

/**
 * Text is text where the schema takes text. Elsewhere it may stand for the number or truth value
 * that the schema asks for, or for the JSON of an object or list; nothing is what a form sends for
 * a file or number that was left empty.
 */
function readText(path: string[], text: string, schema: z.ZodType): unknown {
  const kinds = kindsAt(schema, path)
  if (kinds.has('text')) return text
  if (text === '') return undefined
  if (kinds.has('number') && /^-?\d+(?:\.\d+)?$/.test(text)) return parsed(text)
  if (kinds.has('boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  return /^\s*[{[]/.test(text) ? parsed(text) : text
}

/** As JSON where it is some; a sentence may begin with a bracket too. */
function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function readJson(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    throw malformed('has a part that is not the JSON it should be', name)
  }
}

function wholeBody(parts: Part[]): Container {
  const [part, second] = parts
  if (second) throw malformed('has a part twice', whole)
  const value = part ? part.value : {}
  if (!isContainer(value) || Array.isArray(value))
    throw malformed('has a part that is not the JSON object it should be', whole)
  return value
}

const isContainer = (value: unknown): value is Container =>
  typeof value === 'object' && value !== null

/** Puts a part's value where its name says; what is there already stays, and the request is refused. */
function place(body: Container, { name, path, value }: Part): void {
  const last = path.at(-1) ?? name
  const holder = path.slice(0, -1).reduce<Container>((container, segment, depth) => {
    const known = memberOf(container, segment)
    if (known !== undefined && !isContainer(known)) throw malformed('has a part twice', name)
    if (known !== undefined) return known
    const made: Container = isPlace(path[depth + 1] ?? '') ? [] : {}
    setMember(container, segment, made, name)
    return made
  }, body)
  if (memberOf(holder, last) !== undefined) throw malformed('has a part twice', name)
  setMember(holder, last, value, name)
}

function memberOf(container: Container, segment: string): unknown {
  return Object.hasOwn(container, segment)
    ? (container as Record<string, unknown>)[segment]
    : undefined
}

function setMember(container: Container, segment: string, value: unknown, name: string): void {
  if (Array.isArray(container) && !isPlace(segment))
    throw malformed('names a member of what is a list elsewhere', name)
  ;(container as Record<string, unknown>)[segment] = value
}

/** A list is sent from its first place on, without gaps. */
function requireDense(value: unknown): void {
  if (!isContainer(value)) return
  if (Array.isArray(value) && Object.keys(value).length !== value.length)
    throw malformed('has a list with places left out: number them from 0')
  for (const inner of Object.values(value)) requireDense(inner)
}

function malformed(problem: string, name?: string): Refusal {
  const message = `The multipart body ${problem}.`
  const path = name?.slice(0, nameLengthMax) ?? ''
  return new Refusal('BODY_INVALID_JSON', message, {
    details: [detail(path, 'BODY_INVALID_JSON', message)],
  })
}
