/** An address as people write it; IPv6 in brackets. */
export function addressText(host: string, port: number): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

const SENTENCES: Readonly<Record<string, (host: string, port: number) => string>> = {
  ECONNREFUSED: (host, port) => `${host} refuses port ${port}: check the port, and that the device's service is on`,
  ETIMEDOUT: (host, port) => `${addressText(host, port)} does not answer: check its power and its cable`,
  EHOSTUNREACH: (host) => `there is no way to ${host}: check its address and the network`,
  ENETUNREACH: (host) => `there is no way to ${host}: check this machine's network`,
  ENOTFOUND: (host) => `the name ${host} is not known here: check its spelling, or use the address`,
  EAI_AGAIN: (host) => `the name ${host} could not be looked up: check the name server, or use the address`,
  ECONNRESET: (host, port) => `${addressText(host, port)} broke the connection off`,
  EPIPE: (host, port) => `${addressText(host, port)} broke the connection off`,
  EADDRINUSE: (_, port) =>
    `port ${port} of this machine is in use already: by this reader, if a lane has it open, or by another program`,
  EADDRNOTAVAIL: (host) => `this machine has no address ${host}: check the address to listen on`,
  EACCES: (_, port) => `port ${port} of this machine needs more rights: choose one above 1023`,
};

/** What an error of a socket means to a technician. */
export function socketSentence(error: NodeJS.ErrnoException, host: string, port: number): string {
  const known = SENTENCES[error.code ?? ""];
  return known ? known(host, port) : `${addressText(host, port)} failed: ${error.code ?? error.message}`;
}
