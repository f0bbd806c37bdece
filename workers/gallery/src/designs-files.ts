import { insertPngChunks, pngOriginChunks, pngTextChunk } from '@encre/picture/png'
import type { OwnerKey } from '@encre/worker/member'
import type { NewDesign } from './contract.ts'

/** The owner comes first, so that deleting an account lists one prefix. */
export function imageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}designs/${designId}`
}

export function thumbnailKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}thumbnails/${designId}`
}

/**
 * The image of a deleted design, until it is restored or removed. Only the addresses of `GET
 * /deleted-designs` lead to it.
 */
export function deletedImageKey(ownerKey: OwnerKey, designId: string): string {
  return `${ownerPrefix(ownerKey)}deleted/${designId}`
}

/**
 * The copy of a reported link's picture. Outside of the owner's prefix, because it stays when the
 * account is deleted.
 */
export function heldImageKey(linkId: string): string {
  return `reports/${linkId}`
}

export function imageKeys(ownerKey: OwnerKey, designId: string): string[] {
  return [imageKey(ownerKey, designId), thumbnailKey(ownerKey, designId)]
}

export function ownerPrefix(ownerKey: OwnerKey): string {
  return `owners/${ownerKey}/`
}

/**
 * The owner and design of an object, and whether it is one of a deleted design. Null for a key of
 * another form.
 */
export function parseKey(
  key: string,
): { ownerKey: string; designId: string; isDeleted: boolean } | null {
  const parts = key.match(
    /^owners\/(?<ownerKey>[0-9a-f]{32})\/(?<folder>designs|thumbnails|deleted)\/(?<designId>[A-Za-z0-9_-]{1,64})$/,
  )
  const { ownerKey, folder, designId } = parts?.groups ?? {}
  return ownerKey === undefined || designId === undefined
    ? null
    : { ownerKey, designId, isDeleted: folder === 'deleted' }
}

const types = { png: 'image/png', jpeg: 'image/jpeg', webp: 'image/webp' } as const
type ImageType = (typeof types)[keyof typeof types]

/**
 * The type by the first bytes, whatever type was declared. Null for anything but PNG, JPEG and
 * WebP.
 */
export function sniffImage(bytes: Uint8Array): ImageType | null {
  const hex = bytes.subarray(0, 12).toHex()
  if (hex.startsWith('89504e470d0a1a0a')) return types.png
  if (hex.startsWith('ffd8ff')) return types.jpeg
  if (/^52494646.{8}57454250$/.test(hex)) return types.webp
  return null
}

export function extensionOf(type: string): string {
  return Object.entries(types).find(([, known]) => known === type)?.[0] ?? 'bin'
}

/** A design's subject as a file name that every file system takes, without an extension. */
export function fileNameOf(subject: string): string {
  const name = subject.replace(/[\p{Cc}\p{Cf}\\/:*?"<>|]/gu, ' ').replace(/\s+/gu, ' ')
  return (
    [...name.trim()]
      .slice(0, 60)
      .join('')
      .replace(/[. ]+$/u, '') || 'design'
  )
}

/**
 * The same PNG with text chunks that name its model, date and origin. The pixel data stays as it
 * is.
 */
export function writeOrigin(
  png: ArrayBuffer,
  { model, createdAt, origin }: Pick<NewDesign, 'model' | 'createdAt' | 'origin'>,
): ArrayBuffer {
  const chunks = [
    pngTextChunk('Software', model),
    pngTextChunk('Creation Time', createdAt),
    ...pngOriginChunks(origin),
  ]
  return insertPngChunks(new Uint8Array(png), chunks).buffer
}
