export function ArtistAtWork({ label }: { label: string }) {
  return <svg viewBox="0 0 640 640" role="img" aria-label={label} />
}
