import { useEffect, useRef, useState } from 'react'
import { pathOf } from '@corridor/client/http'
import type { ErrorDetail } from '@corridor/contract'
import { type AnswerOf, kyc } from '../../../../api/call.ts'
import { errorText, isApiError } from '../../../../api/errors.ts'
import { sendForm } from '../../../../api/upload.ts'
import type { KycDocument } from '../../../../api/queries/kyc.ts'
import { sharesOf } from './upload-share.ts'
import { t } from '../../../../messages/text.ts'

export type UploadFile = { side: 'front' | 'back'; file: File }

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending'; shares: readonly number[] }
  | { phase: 'stopped'; title: string; text: string; details: readonly ErrorDetail[] }

const partOf = { front: 'frontFile', back: 'backFile' } as const

/** Sends one document with its files, reports its progress, and can be stopped and repeated. */
export function useUpload(entityId: string, onDone: (document: KycDocument) => Promise<unknown>) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' })
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const send = async (texts: Record<string, string>, files: readonly UploadFile[]) => {
    if (running.current) return
    const ended = new AbortController()
    running.current = ended
    const sizes = files.map(({ file }) => file.size)
    setState({ phase: 'sending', shares: sizes.map(() => 0) })
    try {
      const answer = (await sendForm(
        `/bff${pathOf(kyc.upload.path, { entityId })}`,
        formOf(texts, files),
        {
          signal: ended.signal,
          onProgress: (sent, total) =>
            setState({ phase: 'sending', shares: sharesOf(sent, total, sizes) }),
        },
      )) as AnswerOf<typeof kyc.upload>
      await onDone(answer.data)
      setState({ phase: 'idle' })
    } catch (error) {
      setState(stoppedBy(error, ended.signal.aborted))
    } finally {
      running.current = undefined
    }
  }
  return {
    state,
    send,
    cancel: () => running.current?.abort(),
    reset: () => setState({ phase: 'idle' }),
  }
}

function stoppedBy(error: unknown, cancelled: boolean): UploadState {
  const text = cancelled ? t('Nothing was saved.') : errorText(error)
  return {
    phase: 'stopped',
    title: cancelled ? t('Upload cancelled') : t('Upload failed'),
    text,
    details: !cancelled && isApiError(error) ? error.details : [],
  }
}

function formOf(texts: Record<string, string>, files: readonly UploadFile[]): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries(texts)) if (text !== '') form.append(name, text)
  for (const { side, file } of files) form.append(partOf[side], file, file.name)
  return form
}
