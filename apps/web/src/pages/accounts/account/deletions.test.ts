import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { deleteLater, undoDeletion, undoMs } from './deletions.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a deletion is sent once, and not before ten seconds are over', () => {
  const run = vi.fn<() => void>()
  const end = vi.fn<() => void>()
  deleteLater('acc_1', { run, end })
  deleteLater('acc_1', { run, end })
  vi.advanceTimersByTime(undoMs - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
  expect(end).toHaveBeenCalledOnce()
  expect(undoDeletion('acc_1')).toBe(false)
})

test('a deletion that is taken back is never sent', () => {
  const run = vi.fn<() => void>()
  const end = vi.fn<() => void>()
  deleteLater('acc_1', { run, end })
  vi.advanceTimersByTime(undoMs - 1)
  expect(undoDeletion('acc_1')).toBe(true)
  vi.advanceTimersByTime(undoMs)
  expect(run).not.toHaveBeenCalled()
  expect(end).toHaveBeenCalledOnce()
})

test('accounts are deleted and taken back each by itself', () => {
  const runs = [vi.fn<() => void>(), vi.fn<() => void>()] as const
  const end = vi.fn<() => void>()
  deleteLater('acc_1', { run: runs[0], end })
  deleteLater('acc_2', { run: runs[1], end })
  undoDeletion('acc_1')
  vi.advanceTimersByTime(undoMs)
  expect(runs[0]).not.toHaveBeenCalled()
  expect(runs[1]).toHaveBeenCalledOnce()
})
