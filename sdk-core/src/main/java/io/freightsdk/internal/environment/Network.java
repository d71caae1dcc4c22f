package io.freightsdk.internal.environment;

import java.io.IOException;
import java.time.Duration;
import okhttp3.Request;
import okhttp3.Response;

/** Carries requests to the service in place of sockets. */
public interface Network {
  /** What becomes of one request, told in this order; nothing after its end. */
  interface Events {
    /**
     * The request is about to be written. If true, its body is written with {@link
     * okhttp3.RequestBody#writeTo}, which throws when the request is given up meanwhile; if false,
     * it was given up, and {@link #failed} ends it.
     */
    boolean writes();

    /** A whole answer came. */
    void answered(Response answer);

    /** None came, or not all of it. */
    void failed(IOException why);

    /** None came in time. */
    void timedOut();
  }

  /** A request that has not ended. */
  @FunctionalInterface
  interface Sending {
    /** Its call waits no more: the request ends soon, with its answer if that is there already. */
    void giveUp();
  }

  /**
   * Sends a request.
   *
   * @param timeout until the last byte of the answer
   * @param events may be told before this returns
   */
  Sending send(Request request, Duration timeout, Events events);
}
