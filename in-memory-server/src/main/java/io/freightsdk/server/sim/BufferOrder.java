package io.freightsdk.server.sim;

/** In which order a phone delivers what it measured while offline. */
public enum BufferOrder {
  OLDEST_FIRST,
  NEWEST_FIRST,
  SHUFFLED
}
