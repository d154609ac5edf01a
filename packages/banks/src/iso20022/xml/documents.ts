import { SaxesParser } from 'saxes'
import { FileRefused } from './source.ts'

/** What is done with the parts of a document. */
export type DocumentHandlers = {
  /** Anything begins or ends. */
  noteEvent: () => void
  openTag: (name: string, attributes: Readonly<Record<string, string>>) => void
  addText: (text: string) => void
  /** Gives whether the document ends with it. */
  closeTag: () => boolean
}

/** Ends the parsing of a piece where its document ends. */
class DocumentEnd extends Error {}

/** What stands before and between documents. */
const between = /^[\uFEFF\u0000\u001A\s]+/

const notWellFormed = (reason: string) =>
  new FileRefused(`The file is not well-formed XML (${reason}).`)

type Document = {
  parser: InstanceType<typeof SaxesParser>
  /** Characters that it was given. */
  given: number
  hasRoot: boolean
}

/** Parses the documents of a file, which may be several behind each other. `write` throws FileRefused. */
export function createDocuments(handlers: DocumentHandlers) {
  let document: Document | undefined
  let count = 0
  return { write, close }

  function write(text: string): void {
    let rest = text
    while (rest !== '') {
      if (!document) {
        rest = rest.replace(between, '')
        if (rest === '') return
        document = { parser: parserOf(handlers, noteRoot), given: 0, hasRoot: false }
      }
      rest = writeTo(document, rest)
    }
  }

  function noteRoot(): void {
    if (!document || document.hasRoot) return
    document.hasRoot = true
    count += 1
  }

  /** Gives what comes after the document. */
  function writeTo(open: Document, text: string): string {
    try {
      open.parser.write(text)
      open.given += text.length
      return ''
    } catch (error) {
      if (!(error instanceof DocumentEnd)) throw error
      document = undefined
      return text.slice(open.parser.position - open.given)
    }
  }

  function close(): void {
    if (count === 0) throw notWellFormed('it has no element')
    // Behind a document, comments may stand that belong to no other one.
    if (document?.hasRoot) document.parser.close()
  }
}

function parserOf(handlers: DocumentHandlers, noteRoot: () => void) {
  // Only the message itself is asked for its namespace, so that no element is searched for one.
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw notWellFormed(error.message)
  })
  parser.on('doctype', () => {
    throw new FileRefused('The file has a document type, which no message of the standard has.')
  })
  parser.on('comment', handlers.noteEvent)
  parser.on('processinginstruction', handlers.noteEvent)
  parser.on('opentag', ({ name, attributes }) => {
    noteRoot()
    handlers.noteEvent()
    handlers.openTag(name, attributes)
  })
  const addText = (text: string) => {
    handlers.noteEvent()
    handlers.addText(text)
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    handlers.noteEvent()
    if (handlers.closeTag()) throw new DocumentEnd()
  })
  return parser
}
