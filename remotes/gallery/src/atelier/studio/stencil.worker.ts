// The build writes this entry to its own file, which `startWorker` starts.
import '@encre/stencil/worker'
