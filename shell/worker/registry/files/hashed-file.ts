/** Whether a file's name contains a hash of its content, like `/static/js/index.3f2a91c0.js`. */
export function isHashedFile(path: string): boolean {
  return /^\/static\/[A-Za-z0-9._/-]+\.[0-9a-f]{8,}\.[a-z0-9.]+$/.test(path) && !path.includes('..')
}
