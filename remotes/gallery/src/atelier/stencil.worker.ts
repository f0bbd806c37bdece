// The build makes a file of its own of this entry (`startWorker`).
import '@encre/stencil/worker'
