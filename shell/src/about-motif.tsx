export function AboutMotif({ name }: { name: string }) {
  return <svg viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" data-motif={name} />
}
