package io.freightsdk;

/**
 * What a client is doing at one moment, for gauges.
 *
 * @param calls calls that have begun and not ended, those that wait included
 * @param requests how many of them are on the wire; the others wait for a place on it, for their
 *     next attempt, a price or a top-up
 * @param watches watches that somebody follows
 */
public record ClientActivity(int calls, int requests, int watches) {

  /** Calls that wait. */
  public int waiting() {
    return Math.max(0, calls - requests);
  }
}
