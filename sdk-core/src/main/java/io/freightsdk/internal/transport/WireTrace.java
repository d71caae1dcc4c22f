package io.freightsdk.internal.transport;

import java.util.concurrent.atomic.AtomicReference;

/**
 * How far one wire request has come. It decides, without a race, between writing the request and
 * giving it up: whoever moves first wins, so "nothing was sent" is only said when it stays true.
 */
final class WireTrace {
  private enum State {
    /** Queued or connecting: not a byte of the request is written. */
    WAITING,
    /** Being written; the service cannot have all of it yet. */
    WRITING,
    /** The last byte is handed over; the service may act on it. */
    HANDED_OVER,
    /** Given up before that; it will not be written any more. */
    ABANDONED
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
  private final boolean hasBody;
  private volatile int status;

  WireTrace(boolean hasBody) {
    this.hasBody = hasBody;
  }

  /** Claims the one right to write the request; false when it was claimed or given up before. */
  boolean startWriting() {
    // The last byte of a request without a body is in its headers: there is no later moment.
    return state.compareAndSet(State.WAITING, hasBody ? State.WRITING : State.HANDED_OVER);
  }

  /** Claims the right to write the last byte of the body; false when the request was given up. */
  boolean handOver() {
    return state.compareAndSet(State.WRITING, State.HANDED_OVER);
  }

  /** Gives the request up. True when the service certainly does not get a whole request. */
  boolean abandon() {
    return state.compareAndSet(State.WAITING, State.ABANDONED)
        || state.compareAndSet(State.WRITING, State.ABANDONED)
        || state.get() == State.ABANDONED;
  }

  void answeredWith(int status) {
    this.status = status;
  }

  /** HTTP status of the answer, zero while there is none. */
  int status() {
    return status;
  }
}
