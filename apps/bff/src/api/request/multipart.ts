import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
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

/**
 * The body that a `multipart/form-data` request represents: what JSON would contain in its place.
 * A part is named by its member, `documents[0].frontFile` or `documents.0.frontFile`; files become
 * `{fileName, mime, contentBase64}`. The platform's own parser takes the bytes apart.
 * @throws Refusal BODY_INVALID_JSON where the parts make no such body
 */
export async function readMultipart(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string,
  schema: z.ZodType,
): Promise<unknown> {
  const sent = [...(await formOf(bytes, contentType))]
  if (sent.length > partsMax) throw malformed(`has more than ${partsMax} parts`)
  const parts: Part[] = []
  for (const [name, value] of sent) {
    parts.push(await readPart(name, value, schema))
    // A file of many megabytes takes its time: others are answered in between.
    if (typeof value !== 'string') await nextTurn()
  }
  const body = wholeBody(parts.filter(({ name }) => name === whole))
  const others = parts.filter(({ name, value }) => name !== whole && value !== undefined)
  // A member comes before what lies in it, in whatever order the parts were sent.
  for (const part of others.toSorted((a, b) => a.path.length - b.path.length)) place(body, part)
  requireDense(body)
  return body
}

async function formOf(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<FormData> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    await nextTurn()
    return form
  } catch {
    throw malformed('cannot be read: check its boundary and its parts')
  }
}

async function readPart(name: string, value: File | string, schema: z.ZodType): Promise<Part> {
  const path = pathOf(name)
  if (typeof value === 'string') return { name, path, value: readText(name, path, value, schema) }
  const type = value.type.split(';')[0]?.trim().toLowerCase()
  if (name === whole || type === 'application/json')
    return { name, path, value: readJson(name, await value.text()) }
  const contentBase64 = Buffer.from(await value.arrayBuffer()).toString('base64')
  return { name, path, value: { fileName: value.name, mime: value.type, contentBase64 } }
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
function readText(name: string, path: string[], text: string, schema: z.ZodType): unknown {
  // The parser puts this letter wherever the bytes are not UTF-8.
  if (text.includes('\ufffd')) throw malformed('has a part that is not UTF-8', name)
  if (name === whole) return readJson(name, text)
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
