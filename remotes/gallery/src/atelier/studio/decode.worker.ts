// Decoding and reducing 50 million pixels takes most of a second: on the page it would answer
// nobody meanwhile.
self.addEventListener(
  'message',
  async ({ data: { file, longest } }: MessageEvent<{ file: Blob; longest: number }>) => {
    try {
      const whole = await createImageBitmap(file, { imageOrientation: 'from-image' })
      const scale = Math.min(1, longest / Math.max(whole.width, whole.height))
      const bitmap = await createImageBitmap(whole, {
        resizeWidth: Math.max(1, Math.round(whole.width * scale)),
        resizeHeight: Math.max(1, Math.round(whole.height * scale)),
        resizeQuality: 'high',
      })
      self.postMessage(bitmap, { transfer: [bitmap] })
    } catch (error) {
      self.postMessage(error instanceof RangeError ? 'memory' : 'unreadable')
    }
  },
)
