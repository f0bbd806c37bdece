import { closeSync, fstatSync, openSync, renameSync, writeSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'

/** Bytes of one log file. A full file becomes `<name>.1.log`, which replaces the one before. */
const logFileBytes = 10 * 1024 * 1024

export interface LogFile {
  write(chunk: Buffer): void
  close(): void
}

/**
 * Opens a log that keeps what earlier starts wrote, and at most twice `limit` bytes in all. A disk that is full loses lines and ends
 * nothing: the site still answers.
 */
export function openLogFile(path: string, limit = logFileBytes): LogFile {
  let file = openSync(path, 'a')
  let size = fstatSync(file).size
  return {
    write(chunk) {
      try {
        if (size > 0 && size + chunk.length > limit) {
          closeSync(file)
          renameSync(path, join(dirname(path), `${basename(path, extname(path))}.1${extname(path)}`))
          file = openSync(path, 'a')
          size = 0
        }
        size += writeSync(file, chunk)
      } catch (error) {
        if (!isFullDisk(error)) throw error
      }
    },
    close: () => closeSync(file),
  }
}

function isFullDisk(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}
